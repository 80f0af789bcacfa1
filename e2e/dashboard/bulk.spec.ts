import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'

test('a template is sent to a list: errors are shown by cell, then all rows are sent and the result is downloaded', async ({
  page,
  signUp,
  readMail,
  baseURL,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  const document = await upload(api, 'lease')
  const box = { document_id: document.id, role: 'Tenant', page: 1, x: 40, width: 160, height: 40 }
  const { id } = await create(api, '/templates', {
    name: 'Lease',
    documents: [{ id: document.id }],
    roles: [{ name: 'Tenant' }],
    fields: [
      { ...box, y: 40, type: 'signature' },
      { ...box, y: 140, type: 'number', label: 'Rent' },
      { ...box, y: 240, type: 'date', label: 'Start' },
    ],
  })

  await page.goto(`/templates/${id}`)
  await page.getByRole('link', { name: 'Send to a list' }).click()
  // The region of the browser.
  await expect(page.getByText('Dates are written like 31/03/2026, numbers like 1,234,567.89.')).toBeVisible()
  const workbook = Buffer.from([0x50, 0x4b, 0x03, 0x04])
  await page.getByLabel('CSV file').setInputFiles({ name: 'list.xlsx', mimeType: '', buffer: workbook })
  await expect(page.getByText('This file is a workbook.')).toBeVisible()
  const rows = ['Ada', 'Grace', 'Alan'].map(
    (name, number) => `${name},${name.toLowerCase()}.${member.email},${number}00,01/02/2026`,
  )
  await page
    .getByLabel('List', { exact: true })
    .fill(['name,email,Rent,Start', ...rows, 'Eve,nobody,much,'].join('\n'))
  await page.getByRole('button', { name: 'Check and send' }).click()
  const errors = page.getByRole('table', { name: 'Errors in the list' })
  await expect(errors.getByRole('row')).toHaveCount(3)
  await expect(errors.getByText('Must be a number such as 12,345.67.')).toBeVisible()
  await page.getByLabel('List', { exact: true }).fill(['name,email,Rent,Start', ...rows].join('\n'))
  // It is sent once, although its page takes a while.
  const isPageOfList = (url: URL) => /^\/templates\/lists\/\d+$/.test(url.pathname)
  const submit = page.getByRole('button', { name: 'Check and send' })
  await page.route(isPageOfList, async (route) => {
    await expect(submit).toBeDisabled()
    await route.continue()
  })
  await submit.click()
  await expect(page.getByText('Rows done: 3 of 3.')).toBeVisible({ timeout: 30_000 })
  await readMail(`alan.${member.email}`, /Please sign/)
  const listed = await (await api.get('/api/v1/signature-processes')).json()
  const sent = await (await api.get(`/api/v1/signature-processes/${listed.data[0].id}`)).json()
  const start = sent.data.fields.find(({ label }: { label: string }) => label === 'Start')
  expect(start.value).toBe('2026-02-01')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Result as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('Lease-result.csv')
  await page.goto('/templates/lists')
  await expect(page.getByRole('row', { name: /Lease/ }).getByText('3 of 3')).toBeVisible()
})

test('a list that is being sent is cancelled after a confirmation', async ({ page, signUp, baseURL }) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  const document = await upload(api, 'lease')
  const template = await create(api, '/templates', {
    name: 'Lease',
    documents: [{ id: document.id }],
    roles: [{ name: 'Tenant' }],
    fields: [
      {
        type: 'signature',
        document_id: document.id,
        role: 'Tenant',
        page: 1,
        x: 40,
        y: 40,
        width: 160,
        height: 40,
      },
    ],
  })
  // So many that they are not all sent before it is paused.
  const rows = Array.from({ length: 200 }, (_, number) => `Ada ${number},ada.${number}.${member.email}`)
  const list = await create(api, '/bulk-sends', {
    template_id: template.id,
    csv: ['name,email', ...rows].join('\n'),
  })
  await create(api, `/bulk-sends/${list.id}/pause`, {})

  await page.goto(`/templates/lists/${list.id}`)
  const cancel = page.getByRole('button', { name: 'Cancel list' })
  const confirmation = page.getByRole('alertdialog', { name: 'Cancel this list?' })
  await cancel.click()
  await confirmation.getByRole('button', { name: 'Keep it' }).click()
  await expect(confirmation).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await cancel.click()
  await confirmation.getByRole('button', { name: 'Cancel list' }).click()
  await expect(page.getByText('Not sent', { exact: true })).toBeVisible()
  await expect(cancel).toHaveCount(0)
})
