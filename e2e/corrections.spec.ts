import type { BrowserContext } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { expect, test } from './fixtures.ts'
import { draftProcess, send } from './sender.ts'
import { adopt, openEmail, phone, sign, signingLink } from './signer.ts'

let phoneContext: BrowserContext | undefined
test.afterEach(() => phoneContext?.close())

test('a sender replaces a signer after sending, adds a copy, changes the options, and voids the completed process', async ({
  page,
  browser,
  signUp,
  readMail,
}) => {
  test.slow()
  const { email } = await signUp(page)
  const replacedSigner = { name: 'Iris Quist', email: `wrong.${email}` }
  const newSigner = { name: 'Iris Quist-Berg', email: `iris.${email}` }
  await draftProcess(page, buildPdf({ pages: [{ mediaBox: [0, 0, 595, 420] }] }), 'Correction', [
    replacedSigner,
  ])
  await send(page)
  const oldLink = signingLink(await readMail(replacedSigner.email, /Please sign/))

  await page.getByRole('button', { name: 'Actions for Iris Quist' }).click()
  await page.getByRole('menuitem', { name: 'Change or replace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Iris Quist' })
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Must be an email address.')).toBeVisible()
  await dialog.getByLabel('Name').fill(newSigner.name)
  await dialog.getByLabel('Email').fill(newSigner.email)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(newSigner.email)).toBeVisible()
  await expect(page.getByText('changed Iris Quist to Iris Quist-Berg')).toBeVisible()

  await page.getByRole('button', { name: 'Add a person' }).click()
  const addDialog = page.getByRole('dialog', { name: 'Add a person' })
  await addDialog.getByLabel('Name').fill('Ola Copy')
  await addDialog.getByLabel('Email').fill(`copy.${email}`)
  await addDialog.getByLabel('Role').selectOption('cc')
  await addDialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(`copy.${email}`)).toBeVisible()

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const optionsDialog = page.getByRole('dialog', { name: 'Change the options' })
  await optionsDialog.getByLabel('Message').fill('By Friday, please.')
  await optionsDialog.getByRole('button', { name: 'Save' }).click()
  await expect(optionsDialog).toBeHidden()
  await expect(page.getByText('By Friday, please.')).toBeVisible()

  const { text } = await readMail(replacedSigner.email, /No longer needed/)
  expect(text).toContain('your link has stopped working')
  phoneContext = await phone(browser)
  const signer = await phoneContext.newPage()
  await signer.goto(oldLink)
  await expect(signer.getByRole('heading', { name: /not valid|not found|no longer/i })).toBeVisible()
  await openEmail(
    signer,
    readMail,
    newSigner.email,
    signingLink(await readMail(newSigner.email, /Please sign/)),
  )
  await signer.getByRole('button', { name: 'Start' }).tap()
  await signer.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(signer, 'draw')
  await sign(signer)
  await expect(page.getByText('Everyone has signed. The sealed documents are in the vault.')).toBeVisible()
  await readMail(`copy.${email}`)

  await page.getByRole('button', { name: 'Void' }).click()
  const voidDialog = page.getByRole('alertdialog', { name: 'Declare this process void?' })
  await voidDialog.getByRole('button', { name: 'Declare void' }).click()
  await expect(voidDialog.getByText('Enter a reason.')).toBeVisible()
  await voidDialog.getByLabel('Reason').fill('The flat was sold.')
  await voidDialog.getByRole('button', { name: 'Declare void' }).click()
  await expect(page.getByText('Void: The flat was sold.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Signed PDF' })).toBeVisible()
  expect((await readMail(newSigner.email, /^Void/)).text).toContain('The flat was sold.')
  await signer.reload()
  await expect(signer.getByText(/has declared it void/)).toBeVisible()
})
