import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { adopt, expectAccessible, readCode, sign } from '../support/signer.ts'

test('a visitor of a reusable link proves an address, signs a process of their own, and finds it again until the link ends and after', async ({
  page,
  openPhone,
  signUp,
  readMail,
  baseURL,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  const document = await upload(api, 'lease')
  const box = { document_id: document.id, role: 'Tenant', page: 1, x: 40, y: 40, width: 160, height: 40 }
  const { id } = await create(api, '/templates', {
    name: 'House rules',
    documents: [{ id: document.id }],
    roles: [{ name: 'Tenant' }],
    fields: [{ ...box, type: 'signature' }],
  })

  await page.goto(`/templates/${id}`)
  await page.getByRole('button', { name: 'Make a link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How often it may be used').fill('none')
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await expect(dialog.getByLabel('How often it may be used')).toHaveAccessibleDescription(/number/)
  await expectAccessible(page)
  await dialog.getByLabel('How often it may be used').fill('20')
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Download QR code' })).toHaveAttribute('download', /\.svg$/)
  await expectAccessible(page)
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await page.keyboard.press('Escape')

  const visitor = await openPhone()
  const address = `grace.${member.email}`
  await visitor.goto(link)
  await expectAccessible(visitor)
  await visitor.getByLabel('Name').fill('Grace Hopper')
  await visitor.getByRole('button', { name: 'Send code' }).tap()
  await expect(visitor.getByLabel('Email')).toBeFocused()
  await visitor.getByLabel('Email').fill(address)
  await visitor.getByRole('button', { name: 'Send code' }).tap()
  await expect(visitor.getByText(`We sent a code to ${address}.`)).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByLabel('6-digit code').fill(await readCode(readMail, address))
  await expect(visitor.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
  await visitor.getByRole('button', { name: 'Signature: Add your signature' }).tap()
  await adopt(visitor, { text: 'Grace Hopper' })
  await sign(visitor)

  await page.reload()
  await expect(page.getByText('1 of 20 used')).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('Ended', { exact: true })).toBeVisible()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'This link is closed.' })).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'I have begun before' }).tap()
  await visitor.getByLabel('Name').fill('Mallory')
  await visitor.getByLabel('Email').fill(`mallory.${member.email}`)
  await visitor.getByRole('button', { name: 'Send code' }).tap()
  await expect(visitor.getByText(/^If you have begun by this link with mallory/)).toBeVisible()
  await api.dispose()
})
