import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { expect, test } from '../support/fixtures.ts'

const lease = { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(buildPdf()) }

test('a template is created, used twice with different signers, duplicated and deleted', async ({
  page,
  signUp,
  readMail,
}) => {
  await signUp(page)
  await page.goto('/templates')
  await page.getByRole('link', { name: 'New template' }).first().click()
  await page.locator('main input[type=file]').setInputFiles(lease)
  await expect(page.getByLabel('Name of the template')).toHaveValue('Lease')
  await page.getByLabel('Role', { exact: true }).fill('Tenant')
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByLabel('Role', { exact: true }).nth(1).fill('tenant')
  await page.getByRole('button', { name: 'Place fields' }).click()
  await expect(page.getByText('Another role has this name.')).toBeVisible()
  await page.getByLabel('Role', { exact: true }).nth(1).fill('Landlord')
  await page.getByRole('switch', { name: /Require a one-time code/ }).click()
  await page.getByRole('button', { name: 'Place fields' }).click()

  await page.waitForURL(/\/templates\/\d+\/prepare/)
  const palette = page.getByRole('list', { name: 'Field types' }).first()
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible()
  await palette.getByRole('button', { name: 'Signature' }).click()
  await page.getByRole('radio', { name: /Landlord/ }).click()
  await palette.getByRole('button', { name: 'Signature' }).click()
  await expect(page.getByRole('button', { name: /Signature, Landlord/ })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.waitForURL(/\/templates\/\d+$/)
  const template = page.url()
  await expect(page.getByText('not used yet').first()).toBeVisible()
  await fillSigners(page, 'once')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/\/processes\/\d+\/prepare/)
  await expect(page.getByRole('button', { name: /Signature, Tess once/ })).toBeVisible()

  await page.goto(template)
  await fillSigners(page, 'again')
  await page.getByRole('button', { name: 'Send immediately' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.waitForURL(/\/processes\/\d+$/)
  await expect(page.getByText('sent', { exact: true })).toBeVisible()
  await readMail('tess.again@example.com')

  await page.goto(`${template}/edit`)
  await page.getByLabel('Name of the template').fill('Lease of 2027')
  await page.getByRole('button', { name: 'Place fields' }).click()
  await page.waitForURL(/\/templates\/\d+\/prepare/)
  await page.goto(template)
  await expect(page.getByText('Version 2 · current')).toBeVisible()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(page.getByText('Version 3 · current')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lease', exact: true })).toBeVisible()

  await page.goto('/templates')
  await expect(page.getByText('used 2 times')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Lease' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('link', { name: 'Lease (copy)', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Lease (copy)' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'Lease (copy)', exact: true })).toBeHidden()
})

async function fillSigners(page: Page, tag: string) {
  await page.getByLabel('Name', { exact: true }).nth(0).fill(`Tess ${tag}`)
  await page.getByLabel('Email').nth(0).fill(`tess.${tag}@example.com`)
  await page.getByLabel('Name', { exact: true }).nth(1).fill(`Lou ${tag}`)
  await page.getByLabel('Email').nth(1).fill(`lou.${tag}@example.com`)
}
