import type { Page } from '@playwright/test'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { createProcess, fieldDetails, openDraft, paletteButton, savedProcess } from '../support/sender.ts'

test.use({ serviceWorkers: 'allow' })

const pages: FixturePage[] = [{ mediaBox: [0, 0, 595, 420] }]

const getZones = (page: Page) => page.locator('[data-zone]')
const placeField = (page: Page, kind: string) => paletteButton(page, kind).press('Enter')
const savedTypes = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/v1/signature-processes/${id}`)).json()).data.fields.map(
    ({ type }: { type: string }) => type,
  )

async function openTwoTabs(page: Page, email: string) {
  const person = { name: 'Iris Quist', email: `iris.${email}` }
  const id = await openDraft(page, buildPdf({ pages }), 'Two tabs', [person])
  await expect(page.getByRole('region', { name: 'Page 1 of 1' }).locator('canvas')).toBeVisible()
  const secondTab = await page.context().newPage()
  await secondTab.goto(`/processes/${id}/prepare`)
  await expect(secondTab.getByRole('region', { name: 'Page 1 of 1' }).locator('canvas')).toBeVisible()
  return { id, secondTab }
}

test('two tabs keep the changes of each other, and only the same field is asked about', async ({
  page,
  signUp,
}) => {
  const { id, secondTab } = await openTwoTabs(page, (await signUp(page)).email)
  await placeField(page, 'Text')
  await savedProcess(page, id)
  await placeField(secondTab, 'Date')
  await savedProcess(secondTab, id)
  await expect(getZones(secondTab)).toHaveCount(2)
  expect(await savedTypes(page, id)).toEqual(['text', 'date'])

  // The first tab shows the other field before it sends.
  await page.bringToFront()
  await expect(getZones(page)).toHaveCount(2, { timeout: 15_000 })

  const labelText = async (tab: Page, label: string) => {
    await tab.getByRole('button', { name: 'Text p. 1' }).click()
    await fieldDetails(tab).getByLabel('Label').fill(label)
  }
  // Until the second tab has a change of its own, it would show that of the first.
  const fieldsUrl = `**/api/v1/signature-processes/${id}/fields`
  await secondTab.route(fieldsUrl, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await labelText(page, 'Rent')
  await savedProcess(page, id)
  await labelText(secondTab, 'Deposit')
  await secondTab.unroute(fieldsUrl)
  const conflictDialog = secondTab.getByRole('alertdialog', { name: /changed the same fields$/ })
  await expect(conflictDialog).toContainText('Rent')
  await secondTab.keyboard.press('Escape')
  await expect(conflictDialog).toBeVisible()
  await conflictDialog.getByRole('button', { name: 'Use the other version' }).click()
  await expect(getZones(secondTab).filter({ hasText: 'Rent' })).toHaveCount(1)
  await expect(secondTab.getByText('Saved', { exact: true })).toBeVisible()
  expect(await savedTypes(page, id)).toEqual(['text', 'date'])
})

test('changes that were not saved when the browser closed offline are saved at the next visit', async ({
  page,
  signUp,
}) => {
  const { id, secondTab } = await openTwoTabs(page, (await signUp(page)).email)
  await page.close()
  await secondTab.context().setOffline(true)
  await placeField(secondTab, 'Text')
  await expect(secondTab.getByText('Offline: your changes are kept and will be saved')).toBeVisible()
  await secondTab.close({ runBeforeUnload: false })
  const newTab = await secondTab.context().newPage()
  await newTab.context().setOffline(false)
  await newTab.goto(`/processes/${id}/prepare`)
  await expect(getZones(newTab)).toHaveCount(1)
  await savedProcess(newTab, id)
  expect(await savedTypes(newTab, id)).toEqual(['text'])
})

test('the form of a draft in two tabs asks before it overwrites the people of the other tab', async ({
  page,
  signUp,
}) => {
  const member = await signUp(page)
  const { email } = member
  const id = await createProcess(page, buildPdf({ pages }), 'Two forms', [
    { name: 'Iris Quist', email: `iris.${email}` },
  ])
  const secondTab = await page.context().newPage()
  await secondTab.goto(`/processes/${id}/edit`)
  await page.goto(`/processes/${id}/edit`)
  await page.getByRole('button', { name: 'Add signer' }).click()
  await page.getByLabel('Name', { exact: true }).nth(1).fill('Otto Berg')
  await page.getByLabel('Email', { exact: true }).nth(1).fill(`otto.${email}`)
  await page.getByRole('button', { name: 'Place fields' }).click()
  await page.waitForURL(/\/prepare/)

  const draftUrl = `**/api/v1/signature-processes/${id}`
  const notSaved = secondTab.getByText('The draft could not be saved.')
  await secondTab.route(draftUrl, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await secondTab.getByLabel('Name of the process').fill('Renamed')
  await secondTab.getByRole('button', { name: 'Place fields' }).click()
  await expect(notSaved).toBeVisible()
  await secondTab.unroute(draftUrl)
  await secondTab.getByRole('button', { name: 'Place fields' }).click()
  await expect(notSaved).toHaveCount(0)
  const conflictDialog = secondTab.getByRole('alertdialog', { name: 'Changed in another tab' })
  await expect(conflictDialog).toContainText('It has 2 people and 0 fields now.')
  await conflictDialog.getByRole('button', { name: 'Reload' }).click()
  await expect(secondTab.getByLabel('Name', { exact: true })).toHaveCount(2)
  const name = secondTab.getByLabel('Name of the process')
  await name.fill('Renamed')

  const api = await connectToApi(test.info().project.use.baseURL, member)
  expect((await api.patch(`/api/v1/signature-processes/${id}`, { data: { name: 'Changed' } })).ok()).toBe(
    true,
  )
  await secondTab.getByRole('button', { name: 'Place fields' }).click()
  const errors = { name: ['Must be at most 255 characters.'] }
  const refusal = { error: { code: 'validation_failed', message: 'Not valid.', errors } }
  await secondTab.route(draftUrl, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
  )
  await conflictDialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await secondTab.unroute(draftUrl)
  await secondTab.getByRole('button', { name: 'Place fields' }).click()
  await conflictDialog.getByRole('button', { name: 'Keep mine' }).click()
  await secondTab.waitForURL(/\/prepare/)
  const { data } = await (await page.request.get(`/api/v1/signature-processes/${id}`)).json()
  expect([data.name, data.signers.length]).toEqual(['Renamed', 2])
})

test('the fields of a document that was added elsewhere stay, and so does the open editor', async ({
  page,
  baseURL,
  signUp,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  const person = { name: 'Iris Quist', email: `iris.${member.email}` }
  const id = await openDraft(page, buildPdf({ pages }), 'Lease', [person])
  const path = `/api/v1/signature-processes/${id}`
  await expect(page.getByRole('region', { name: 'Page 1 of 1' }).locator('canvas')).toBeVisible()
  await placeField(page, 'Text')
  await savedProcess(page, id)
  const readFields = async () => (await (await api.get(path)).json()).data.fields

  /** Adds a document with a date, as another user would. */
  async function addDocument(name: string) {
    const { id: added } = await upload(api, name)
    const { data } = await (await api.get(path)).json()
    const documents = [...data.documents, { id: added }].map((document, index) => ({
      id: document.id,
      order: index + 1,
    }))
    expect((await api.patch(path, { data: { documents } })).ok()).toBe(true)
    const place = { document_id: added, type: 'date', signer_id: data.signers[0].id, page: 1, x: 72, y: 300 }
    const fields = [...(await readFields()), { ...place, width: 120, height: 24 }]
    expect((await api.put(`${path}/fields`, { data: { fields } })).ok()).toBe(true)
  }

  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(/\/edit$/)
  await addDocument('Annex')
  // The record is known from before, and its documents are older than the fields.
  await page.route(`**${path}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goBack()
  await expect(getZones(page)).toHaveCount(1)
  await page.waitForTimeout(1600)
  await savedProcess(page, id)
  expect((await readFields()).map(({ type }: { type: string }) => type)).toEqual(['text', 'date'])
  await page.unroute(`**${path}`)
})

test('the form of a template asks before it overwrites the fields of someone else', async ({
  page,
  baseURL,
  signUp,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  const { id: document } = await upload(api, 'Lease')
  const place = { document_id: document, type: 'text', role: 'Landlord', page: 1, width: 120, height: 24 }
  const fields = [100, 200].map((y) => ({ ...place, x: 72, y }))
  const template = await create(api, '/templates', {
    ...{ name: 'Rental', documents: [{ id: document, order: 1 }], roles: [{ name: 'Landlord', order: 1 }] },
    fields,
  })
  const path = `/api/v1/templates/${template.id}`
  await page.goto(`/templates/${template.id}/edit`)
  await page.getByLabel('Role', { exact: true }).fill('Owner')
  const { data } = await (await api.get(path)).json()
  expect((await api.patch(path, { data: { fields: data.fields.slice(1) } })).ok()).toBe(true)
  await page.getByRole('button', { name: 'Place fields' }).click()
  const conflictDialog = page.getByRole('alertdialog', { name: 'Changed in another tab' })
  await expect(conflictDialog).toContainText('It has 1 role and 1 field now.')
  await conflictDialog.getByRole('button', { name: 'Keep mine' }).click()
  await page.waitForURL(/\/prepare/)
  const { data: saved } = await (await api.get(path)).json()
  expect(saved.fields.map(({ id, role }: { id: number; role: string }) => [id, role])).toEqual([
    [data.fields[1].id, 'Owner'],
  ])
})

test('the editor of a template is loaded again when its roles were changed elsewhere', async ({
  page,
  baseURL,
  signUp,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  const { id: document } = await upload(api, 'Lease')
  const roles = [{ name: 'Tenant' }, { name: 'Landlord' }]
  const template = await create(api, '/templates', { name: 'Rental', documents: [{ id: document }], roles })
  const path = `/api/v1/templates/${template.id}`
  await page.goto(`/templates/${template.id}/prepare`)
  await expect(page.getByRole('region', { name: 'Page 1 of 1' }).locator('canvas')).toBeVisible()
  const place = { document_id: document, type: 'date', role: 'Broker', page: 1, width: 120, height: 24 }
  const changed = { roles: [{ name: 'Broker' }, ...roles], fields: [{ ...place, x: 72, y: 400 }] }
  expect((await api.patch(path, { data: changed })).ok()).toBe(true)
  await placeField(page, 'Text')
  await page
    .getByRole('alertdialog', { name: 'The roles were changed elsewhere' })
    .getByRole('button', { name: 'Load again' })
    .click()
  await expect(getZones(page)).toHaveCount(2)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const { data } = await (await api.get(path)).json()
  expect(data.fields.map(({ type, role }: { type: string; role: string }) => [type, role])).toEqual([
    ['date', 'Broker'],
    ['text', 'Tenant'],
  ])
})
