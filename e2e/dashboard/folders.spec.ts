import { pngImage } from '#lib/pdf/fixtures/images'
import { expect, test } from '../support/fixtures.ts'
import { completeProcess, connectToApi, create, signIn, upload } from '../support/records.ts'

const password = 'a quiet lighthouse 7'

test('a folder for selected users hides its records from others, until its access changes', async ({
  page,
  browser,
  signUp,
  baseURL,
}) => {
  const admin = await signUp(page)
  const api = await connectToApi(baseURL, admin)
  const addUser = (name: string) =>
    create(api, '/users', { name, email: `${name}.${admin.email}`, password, role: 'user' })
  const [grace, alan] = [await addUser('Grace'), await addUser('Alan')]
  await upload(api, 'handbook')
  const document = await upload(api, 'salaries')
  const completedProcess = await completeProcess(baseURL, api, 'contract')

  await page.goto('/folders')
  await page.getByRole('button', { name: 'New folder' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Personnel')
  await page.getByRole('radio', { name: 'Selected users' }).click()
  await page.getByRole('checkbox', { name: 'Grace' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Personnel' })
  await expect(row).toContainText('1 user')

  for (const path of [`/documents/${document.id}`, `/processes/${completedProcess.id}`]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Folder').selectOption('Personnel')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('is moved.').first()).toBeVisible()
    await expect(page.getByText('Personnel', { exact: true }).first()).toBeVisible()
  }
  await page.goto('/documents')
  await page.getByRole('combobox', { name: 'Folder' }).selectOption('Personnel')
  await expect(page.getByRole('row').filter({ hasText: 'salaries' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'handbook' })).toHaveCount(0)

  const openAs = async ({ email }: { email: string }) => {
    const context = await browser.newContext()
    await signIn(baseURL!, context, { email, password })
    return context.newPage()
  }
  const [gracePage, alanPage] = [await openAs(grace), await openAs(alan)]
  for (const list of ['/documents', '/vault']) {
    const name = list === '/vault' ? 'contract' : 'salaries'
    await gracePage.goto(list)
    await expect(gracePage.getByRole('row').filter({ hasText: name })).toBeVisible()
    await alanPage.goto(list)
    await expect(alanPage.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(alanPage.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  }
  await alanPage.goto(`/processes/${completedProcess.id}`)
  await expect(alanPage.getByRole('heading', { name: /not found|does not exist/i })).toBeVisible()
  await gracePage.goto('/folders')
  await expect(gracePage.getByRole('row').filter({ hasText: 'Personnel' })).toBeVisible()
  await expect(gracePage.getByRole('button', { name: 'New folder' })).toHaveCount(0)
  await gracePage.context().close()

  await page.goto('/folders')
  await page.getByRole('button', { name: 'Actions for Personnel' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await expect(page.getByText(/Only an empty folder can be deleted/)).toBeVisible()
  const change = page.getByRole('menuitem', { name: 'Rename or change access' })
  await change.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Actions for Personnel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await change.click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Staff')
  await page.getByRole('radio', { name: 'Everyone' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Staff' })).toContainText('Everyone')
  await alanPage.goto(`/processes/${completedProcess.id}`)
  await expect(alanPage.getByRole('link', { name: 'Signed PDF' })).toBeVisible()
  await alanPage.context().close()
})

test('a new process starts in a folder, and its documents with it', async ({ page, signUp, baseURL }) => {
  const api = await connectToApi(baseURL, await signUp(page))
  const folder = await create(api, '/folders', { name: 'Sales', access: 'everyone' })
  const document = await upload(api, 'offer')
  await page.goto(`/processes/new?document=${document.id}`)
  await page.getByLabel('Folder').selectOption('Sales')
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Place fields' }).click()
  await page.waitForURL(/\/processes\/\d+\/prepare/)
  const response = await api.get(`/api/v1/documents/${document.id}`)
  expect((await response.json()).data.folder_id).toBe(folder.id)
})

test('documents are renamed, duplicated, made of an image, moved, and deleted together', async ({
  page,
  signUp,
  baseURL,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  const template = await upload(api, 'lease')
  await create(api, '/templates', { name: 'Rental', documents: [{ id: template.id }], roles: [] })
  await create(api, '/folders', { name: 'Personnel', access: 'everyone' })
  await upload(api, 'notes')

  await page.goto('/documents')
  await page.getByRole('button', { name: 'Actions for notes' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Minutes')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Minutes' }).click()
  // The row of the list has a menu with the same name.
  await expect(page.getByRole('heading', { name: 'Minutes', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Minutes' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: 'Minutes (copy)' })).toBeVisible()

  await page.goto('/documents?view=grid')
  const image = { name: 'Passport.png', mimeType: 'image/png', buffer: Buffer.from(pngImage()) }
  await page.getByTestId('file-input').first().setInputFiles(image)
  const list = page.getByRole('list', { name: 'Documents', exact: true })
  await expect(list.getByRole('link', { name: 'Passport' })).toBeVisible()
  const picture = list.getByRole('listitem').filter({ hasText: 'Passport' }).locator('img')
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(320)
  const actions = page.getByRole('toolbar', { name: 'Actions for the selection' })
  await page.getByRole('checkbox', { name: 'Select Passport' }).click()
  await actions.getByRole('button', { name: 'Move to a folder' }).click()
  await page.getByRole('dialog').getByLabel('Folder').selectOption('Personnel')
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('1 document moved.').first()).toBeVisible()

  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await actions.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const failures = page.getByRole('alert').filter({ hasText: 'The template “Rental” uses this document.' })
  await failures.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failures).toHaveCount(0)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'lease' })).toBeVisible()
  await api.dispose()
})
