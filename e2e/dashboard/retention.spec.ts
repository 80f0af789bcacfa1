import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeCertificateChain, writePkcs12 } from '#lib/testing/values/certificate-files'
import { expect, test } from '../support/fixtures.ts'
import { completeProcess, connectToApi, create, upload } from '../support/records.ts'
import { expectAccessible } from '../support/signer.ts'

test('a legal hold is set and released, and a document cannot be deleted before its retention ends', async ({
  page,
  signUp,
  baseURL,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  await completeProcess(baseURL, api, 'Lease')
  await page.goto('/vault')
  const row = page.getByRole('row', { name: /Lease/ })
  const openMenu = () => row.getByRole('button', { name: 'Actions for Lease' }).click()
  await openMenu()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await expect(page.getByText(/^Its retention ends on .*20\d\d\. It can be deleted then\.$/)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Place under legal hold' }).click()
  await page.getByLabel('Reason').fill('Lawsuit 4 O 123/26')
  await page.getByRole('button', { name: 'Place under hold' }).click()
  await expect(row.getByText('LEGAL HOLD')).toBeVisible()
  await expect(row.getByText('Hold: Lawsuit 4 O 123/26')).toBeVisible()
  await page.getByLabel('Legal hold').selectOption('Without legal hold')
  await expect(page.getByText('No documents match this search.')).toBeVisible()
  await page.getByLabel('Legal hold').selectOption('Under legal hold')
  await openMenu()
  await page.getByRole('menuitem', { name: 'Release legal hold' }).click()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(page.getByText('No documents match this search.')).toBeVisible()
})

test('a person’s data is exported, and erased after their process was cancelled', async ({
  page,
  signUp,
  baseURL,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  const email = `grace.${member.email}`
  const document = await upload(api, 'Offer')
  const sentProcess = await create(api, '/signature-processes', {
    name: 'Offer',
    documents: [{ id: document.id }],
    signers: [{ name: 'Grace Hopper', email }],
    send: true,
  })

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Personal data' }).click()
  await page.getByRole('button', { name: 'Export data' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Start the export' }).click()
  const exported = page.getByRole('row', { name: /Export/ }).filter({ hasText: email })
  await expect(exported.getByText('complete')).toBeVisible({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await exported.getByRole('link', { name: `Data of ${email}` }).click()
  expect((await download).suggestedFilename()).toMatch(/^privacy-export-\d+\.zip$/)

  const erase = async () => {
    await page.getByRole('button', { name: 'Erase data' }).click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Email again').fill('someone.else@example.com')
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await expect(page.getByText('The two addresses differ.')).toBeVisible()
    await page.getByLabel('Email again').fill(email)
    await page.getByRole('button', { name: 'Erase for good' }).click()
  }
  await erase()
  const erasures = page.getByRole('row', { name: /Erasure/ })
  await expect(erasures.first().getByText('blocked')).toBeVisible({ timeout: 30_000 })
  await page.getByText('Report').first().click()
  await expect(page.getByRole('link', { name: 'Offer' })).toBeVisible()
  await create(api, `/signature-processes/${sentProcess.id}/cancel`, {})
  await erase()
  await expect(erasures.first().getByText('complete')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(email)).toHaveCount(0)
  await page.getByText('Report').first().click()
  await expect(page.getByText('Signers: 1').first()).toBeVisible()
  await page.goto(`/processes/${sentProcess.id}`)
  await expect(page.getByText('Erased person').first()).toBeVisible()
})

test('an administrator brings the certificate of the seal, and removes it', async ({ page, signUp }) => {
  await signUp(page)
  const { seal } = await makeCertificateChain()
  const file = await writePkcs12(seal, 'open sesame')
  await page.goto('/settings/organisation')
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Seal' }) })
  await expect(
    section.getByText('Documents are sealed with the certificate of this installation.'),
  ).toBeVisible()
  await section.getByLabel('PKCS#12 file', { exact: true }).setInputFiles(file)
  await section.getByLabel('Password of the file').fill('wrong')
  await section.getByRole('button', { name: 'Seal with this certificate' }).click()
  await expect(section.getByText('The password of the file is wrong.')).toBeVisible()
  await section.getByLabel('Password of the file').fill('open sesame')
  await section.getByRole('button', { name: 'Seal with this certificate' }).click()
  await expect(section.getByText('CN=City Seal')).toBeVisible()
  await expect(section.getByText('CN=City Authority')).toBeVisible()
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(
    section.getByText('Documents are sealed with the certificate of this installation.'),
  ).toBeVisible()
  rmSync(dirname(file), { recursive: true })
})
