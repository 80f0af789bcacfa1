import type { Page } from '@playwright/test'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { draftProcess, openDraft, paletteButton, savedProcess } from '../support/sender.ts'

test.use({ serviceWorkers: 'allow' })

const pages: FixturePage[] = [{ mediaBox: [0, 0, 595, 420] }]

/** The editor of a new draft, which is opened from its form (`draftProcess`) or at once. */
async function openEditor(page: Page, email: string, open: typeof openDraft = openDraft) {
  const person = { name: 'Iris Quist', email: `iris.${email}` }
  const id = await open(page, buildPdf({ pages }), 'Leaving', [person])
  await expect(page.getByRole('region', { name: 'Page 1 of 1' }).locator('canvas')).toBeVisible()
  return id
}

const getZones = (page: Page) => page.getByRole('button', { name: /^Signature, Iris Quist, page 1/ })
const placeSignature = (page: Page) => paletteButton(page, 'Signature').press('Enter')

test('a field is saved when the page is left immediately: by Back, by a link, by reloading', async ({
  page,
  signUp,
}) => {
  const id = await openEditor(page, (await signUp(page)).email, draftProcess)
  await placeSignature(page)
  await page.goBack()
  await expect(page).not.toHaveURL(/prepare/)
  await page.goForward()
  await expect(getZones(page)).toHaveCount(1)
  expect((await savedProcess(page, id)).fields).toHaveLength(1)

  await placeSignature(page)
  await page.getByRole('link', { name: 'Back to documents and signers' }).click()
  await page.waitForURL(/\/edit$/)
  await page.goto(`/processes/${id}/prepare`)
  await expect(getZones(page)).toHaveCount(2)
  expect((await savedProcess(page, id)).fields).toHaveLength(2)

  // This `goBack` loads another document, because `goto` did not navigate within the application.
  await page.goto('/processes')
  await page.goto(`/processes/${id}/prepare`)
  await expect(getZones(page)).toHaveCount(2)
  await placeSignature(page)
  await page.waitForTimeout(300)
  await page.goBack()
  await expect
    .poll(async () => {
      const { data } = await (await page.request.get(`/api/v1/signature-processes/${id}`)).json()
      return data.fields.length
    })
    .toBe(3)
  await page.goForward()
  await expect(getZones(page)).toHaveCount(3)

  await placeSignature(page)
  await page.reload()
  await expect(getZones(page)).toHaveCount(4)
  expect((await savedProcess(page, id)).fields).toHaveLength(4)
})

test('a field placed offline is saved when the network is back, also from another page', async ({
  page,
  context,
  signUp,
}) => {
  const id = await openEditor(page, (await signUp(page)).email)
  const fields = async () =>
    (await (await page.request.get(`/api/v1/signature-processes/${id}`)).json()).data.fields
  await context.setOffline(true)
  await placeSignature(page)
  await expect(page.getByText('Offline: your changes are kept and will be saved')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await fields()).toHaveLength(1)

  // Only requests that save fields fail; navigation works.
  await page.route(/\/fields$/, (route) => route.abort())
  await placeSignature(page)
  await page.getByRole('link', { name: 'Back to documents and signers' }).click()
  await page.waitForURL(/\/edit$/)
  await expect(page.getByText(/fields of “Leaving” are not saved yet/).first()).toBeVisible()
  expect(await fields()).toHaveLength(1)
  await page.unroute(/\/fields$/)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('The fields of “Leaving” are saved.').first()).toBeVisible()
  expect(await fields()).toHaveLength(2)
})

test('unsaved fields and typed input are gone after signing out, also those of other tabs', async ({
  page,
  context,
  signUp,
}) => {
  await openEditor(page, (await signUp(page)).email)
  const otherTab = await context.newPage()
  await otherTab.goto('/processes/new')
  await otherTab.getByLabel('Name of the process').fill('Lease of May')
  const formKeys = () =>
    otherTab.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('paraph.input.form.')))
  const fieldKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('paraph.input.zones.')))
  await expect.poll(formKeys).toHaveLength(1)
  await page.route(/\/fields$/, (route) => route.abort())
  await placeSignature(page)
  await expect.poll(fieldKeys).toHaveLength(1)

  // The browser asks before it leaves unsaved fields.
  page.on('dialog', (dialog) => dialog.accept())
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('sign out')
  await page.getByRole('option', { name: /Sign out/ }).click()
  await page.waitForURL(/\/login$/)
  expect(await fieldKeys()).toEqual([])
  await expect.poll(formKeys).toEqual([])
})

test('what is typed into the form of a process is there again until the process is saved', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const name = page.getByLabel('Name of the process')
  const restored = page.getByText('What you typed before is here again.')
  await page.goto('/processes/new')
  await name.fill('Lease of May')
  await page.getByRole('link', { name: 'Templates' }).click()
  await page.goto('/processes/new')
  await expect(name).toHaveValue('Lease of May')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(name).toHaveValue('')
  await draftProcess(page, buildPdf({ pages }), 'Saved', [{ name: 'Iris Quist', email: 'iris@example.com' }])
  await page.goto('/processes/new')
  // Kept input would be shown before the page handles a click.
  await page.getByRole('button', { name: 'Add signer' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(2)
  await expect(name).toHaveValue('')
  await expect(restored).toHaveCount(0)
})

test('unsaved input from before a process was changed is shown only if the user wants it', async ({
  page,
  signUp,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(test.info().project.use.baseURL, member)
  const { id: documentId } = await upload(api, 'Lease')
  const documents = [{ id: documentId, order: 1 }]
  const signers = [{ name: 'Iris Quist', email: `iris.${member.email}` }]
  const { id } = await create(api, '/signature-processes', { name: 'Lease', documents, signers })
  const rename = async (newName: string) =>
    expect((await api.patch(`/api/v1/signature-processes/${id}`, { data: { name: newName } })).ok()).toBe(
      true,
    )
  const name = page.getByLabel('Name of the process')
  const outdated = page.getByText('You have unsaved changes that are older than the saved version.')

  await page.goto(`/processes/${id}/edit`)
  await name.fill('Typed first')
  await rename('Changed by another user')
  await page.reload()
  await expect(outdated).toBeVisible()
  await expect(name).toHaveValue('Changed by another user')
  await page.getByRole('button', { name: 'Use them' }).click()
  await expect(name).toHaveValue('Typed first')
  await expect(outdated).toHaveCount(0)

  await rename('Changed again')
  await page.reload()
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect(outdated).toHaveCount(0)
  await page.goto(`/processes/${id}/edit`)
  await page.getByRole('button', { name: 'Add signer' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(2)
  await expect(name).toHaveValue('Changed again')
  await expect(outdated).toHaveCount(0)
})

test('input is not kept when its dialog is closed while it is saved', async ({ page, signUp }) => {
  const { email } = await signUp(page)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Grace Hopper')
  await page.getByRole('textbox', { name: 'Email' }).fill(`grace.${email}`)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/users', async (route) => {
    await held.promise
    await route.continue()
  })
  const request = page.waitForRequest('**/api/v1/users')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await request
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('row').filter({ hasText: `grace.${email}` })).toBeVisible()
  await page.getByRole('button', { name: 'Invite user' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('iris@example.com')
  await expect(name).toHaveValue('')
  await expect(page.getByText('What you typed before is here again.')).toHaveCount(0)
})

test('what is typed into settings and into dialogs is there again until it is saved', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const restored = page.getByText('What you typed before is here again.')
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.waitForURL(/\/templates$/)
    await page.goBack()
  }
  const organisation = page.getByLabel('Name of the organisation')
  await page.goto('/settings/organisation')
  await organisation.fill('Typed & Left')
  await leaveAndReturn()
  await expect(organisation).toHaveValue('Typed & Left')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await expect(restored).toHaveCount(0)
  await page.reload()
  await expect(organisation).toHaveValue('Typed & Left')
  await expect(restored).toHaveCount(0)

  await page.goto('/settings/consent')
  const language = page.getByLabel('Language')
  const consentText = page.getByLabel('Text', { exact: true })
  await language.selectOption('de')
  await consentText.fill('Ich stimme zu.')
  await leaveAndReturn()
  await expect(language).toHaveValue('de')
  await expect(consentText).toHaveValue('Ich stimme zu.')

  await page.goto('/folders')
  await page.getByRole('button', { name: 'New folder' }).first().click()
  await page.getByLabel('Name').fill('Leases')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New folder' }).first().click()
  await expect(restored).toBeVisible()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('')
})

test('uploads wait for the connection, are shown on other pages, and are not stopped without a question', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await page.goto('/documents')
  const service = /\/api\/v1\/(documents|health\/ready)$/
  await page.route(service, (route) => route.abort())
  const files = ['Lease', 'Offer', 'Order', 'Report', 'Sketch'].map((name) => ({
    name: `${name}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(buildPdf({ pages })),
  }))
  await page.getByTestId('file-input').first().setInputFiles(files)
  await expect(page.getByText('0 of 5 uploaded')).toBeVisible()
  await expect(page.getByText('No connection to the service.')).toBeVisible()
  const rows = page.getByRole('listitem').filter({ hasText: 'waiting' })
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: 'Show all 5' }).click()
  await expect(rows).toHaveCount(5)

  await page.getByRole('link', { name: 'Templates' }).click()
  await page.waitForURL(/\/templates$/)
  await expect(page.getByText('No connection: 5 files wait to be uploaded.')).toBeVisible()
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()

  await page.unroute(service)
  await page.getByRole('link', { name: 'Show uploads' }).click()
  await expect(page.getByText('5 of 5 uploaded')).toBeVisible()
})

test('a deleted draft is gone, also when the page is left before the deletion was sent', async ({
  page,
  signUp,
  baseURL,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  const { id } = await create(api, '/signature-processes', { name: 'Sketch' })
  await page.goto(`/processes/${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  // As if the request of the page that closes were lost.
  await page.route(`**/signature-processes/${id}`, (route) => route.abort())
  await page.goto('/overview')
  await page.unroute(`**/signature-processes/${id}`)
  await page.goto('/processes')
  await expect(page.getByRole('heading', { name: 'Processes' })).toBeVisible()
  await expect.poll(async () => (await api.get(`/api/v1/signature-processes/${id}`)).status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Sketch' })).toHaveCount(0)
  await api.dispose()
})

test('the form of a process takes the files that are chosen in it, also after it was left, and no others', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  const choose = (name: string, content: Uint8Array = buildPdf({ pages })) =>
    page
      .getByTestId('file-input')
      .first()
      .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(content) })
  let held = Promise.withResolvers<void>()
  await page.route('**/api/v1/documents', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  const openForm = async () => {
    await page.getByRole('link', { name: 'Processes', exact: true }).click()
    await page.getByRole('link', { name: 'New process' }).first().click()
    await page.waitForURL(/\/processes\/new$/)
  }
  const name = page.getByLabel('Name of the process')
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })

  await page.goto('/documents')
  await choose('Elsewhere')
  await openForm()
  await expect(row('Elsewhere')).toContainText('Elsewhere.pdf')
  held.resolve()
  await expect(row('Elsewhere')).toHaveCount(0)
  await expect(name).toHaveValue('')

  await choose('Broken', Buffer.from('not a PDF'))
  await expect(row('Broken')).toContainText('rejected')
  await page.getByRole('button', { name: 'Clear completed' }).click()
  await choose('Lease')
  await expect(name).toHaveValue('Lease')
  await expect(row('Lease')).toContainText('1 page')

  held = Promise.withResolvers()
  await choose('Annex')
  await page.getByRole('link', { name: 'Templates', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Show uploads' })).toBeVisible()
  held.resolve()
  await expect(page.getByRole('link', { name: 'Show uploads' })).toHaveCount(0)
  await openForm()
  await expect(row('Annex')).toContainText('1 page')
  await expect(row('Lease')).toContainText('1 page')
})
