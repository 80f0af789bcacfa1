import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFindLinks } from '../support/links.ts'

const box = { page: 1, x: 60, width: 200, height: 40 }
const pdf = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from(buildPdf()) }

test('a choice that is not required is taken back, and nothing is signed while a file is on its way', async ({
  page,
  baseURL,
}) => {
  const client = await Client.signUp(baseURL!)
  const [link] = await sendAndFindLinks(client, {
    signers: [{}],
    fields: [
      { ...box, y: 60, type: 'radio', label: 'Contact', options: ['Phone', 'Email'], required: false },
      { ...box, y: 140, type: 'attachment', label: 'Passport', required: false },
      { ...box, y: 220, type: 'signature' },
    ],
  })
  await page.goto(link!)
  const phone = page.getByRole('radio', { name: 'Phone' })
  const email = page.getByRole('radio', { name: 'Email' })
  await phone.click()
  await expect(phone).toBeChecked()
  // Sooner it is the second click of a double click.
  await page.waitForTimeout(600)
  await phone.click()
  await expect(phone).not.toBeChecked()
  await phone.press('Space')
  await expect(phone).toBeChecked()
  await phone.press('Space')
  await expect(phone).not.toBeChecked()
  await email.dblclick()
  await expect(email).toBeChecked()
  await page.getByRole('radiogroup').getByText('Phone').dblclick()
  await expect(phone).toBeChecked()
  await page.getByRole('button', { name: 'Signature: Add your signature' }).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByRole('button', { name: /^Use (this|these)/ }).click()
  const finish = page.getByRole('button', { name: 'Review and sign' })
  await expect(finish).toBeVisible()

  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/attachments/**', async (route) => {
    await arrived
    await route.continue()
  })
  const passport = page.getByRole('button', { name: /^Passport: / })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), passport.click()])
  await chooser.setFiles(pdf)
  await expect(finish).toBeHidden()
  arrive()
  await expect(passport).toHaveAccessibleName('Passport: passport.pdf')
  await expect(finish).toBeVisible()
})
