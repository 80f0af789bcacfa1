import { buildPdf } from '#lib/pdf/fixtures/build'
import { expect, test } from '../support/fixtures.ts'
import { createProcess, signatureField } from '../support/sender.ts'
import { adopt, signingLink } from '../support/signer.ts'

test('an administrator changes the consent text while a signer reads it', async ({
  page,
  openPhone,
  signUp,
  readMail,
}) => {
  test.slow()
  const { email } = await signUp(page)
  const iris = { name: 'Iris Quist', email: `iris.${email}` }
  const file = buildPdf({ pages: [{ mediaBox: [0, 0, 595, 420] }] })
  await createProcess(page, file, 'Lease', [iris], { fields: [signatureField], send: true })
  const signer = await openPhone()
  await signer.goto(signingLink(await readMail(iris.email, /Please sign/)))
  await signer.getByRole('button', { name: 'Start' }).tap()
  await signer.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(signer, 'draw')
  await signer.getByRole('button', { name: 'Review and sign' }).tap()
  const finish = signer.getByRole('dialog')
  const consent = finish.getByRole('region', { name: 'Consent to electronic signatures' })
  await expect(consent.getByText('Withdrawal:')).toBeAttached()
  await expect(finish.getByText(new RegExp(`Sender: .*${email}`))).toBeVisible()
  await finish.getByRole('checkbox', { name: 'I agree' }).tap()

  await page.goto('/settings/consent')
  const section = page.getByRole('main')
  await section.getByLabel('Text').fill('<b>I agree to sign electronically.</b>')
  await section.getByRole('button', { name: 'Save new version' }).click()
  await expect(section.getByText(/HTML is not rendered/)).toBeVisible()
  await section.getByLabel('Text').fill('Heron & Sons: I agree to sign this electronically.')
  await section.getByRole('button', { name: 'Save new version' }).click()
  await expect(section.getByRole('row', { name: /1, All languages.*in use/ })).toBeVisible()
  await section.getByRole('button', { name: 'Show: Version 1, All languages' }).click()
  const version = page.getByRole('dialog')
  await expect(version.getByText(/SHA-256 [0-9a-f]{64}/)).toBeVisible()
  await version.getByRole('button', { name: 'Close' }).click()
  await expect(version).toBeHidden()

  await finish.getByRole('button', { name: 'Sign', exact: true }).tap()
  await expect(finish.getByText(/The consent text has changed/)).toBeVisible()
  await expect(consent.getByText('Heron & Sons:')).toBeVisible()
  await expect(finish.getByRole('checkbox', { name: 'I agree' })).not.toBeChecked()
  await finish.getByRole('checkbox', { name: 'I agree' }).tap()
  await finish.getByRole('button', { name: 'Sign', exact: true }).tap()
  await expect(signer.getByRole('heading', { name: /You have signed/ })).toBeVisible()

  await section.getByRole('button', { name: 'Use the default text' }).click()
  await expect(section.getByRole('row', { name: /2, All languages.*own text ended/ })).toBeVisible()
})
