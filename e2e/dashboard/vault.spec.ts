import { expect, test } from '../support/fixtures.ts'
import { completeProcess, connectToApi, create, upload } from '../support/records.ts'

test('vault documents are verified, tagged and archived, one by one or together', async ({
  page,
  signUp,
  baseURL,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  await completeProcess(baseURL, api, 'Lease')
  const annex = await completeProcess(baseURL, api, 'Annex')

  await page.goto('/vault')
  await page.getByRole('link', { name: 'Lease', exact: true }).click()
  await expect(page).toHaveTitle('Lease · Paraph')
  await expect(page.getByText('Whole and unchanged')).toBeVisible()
  await page.getByRole('textbox', { name: 'Add a tag' }).fill('rent')
  await page.getByRole('button', { name: 'Add a tag' }).click()
  await page.getByRole('button', { name: 'Remove the tag rent' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Remove the tag rent' })).toBeVisible()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unarchive' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Lease' }).click()
  await page.getByRole('menuitem', { name: 'Place under legal hold' }).click()
  await page.getByRole('alertdialog').getByLabel('Reason').fill('Dispute 44/26')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Place under hold' }).click()
  await expect(page.getByText('LEGAL HOLD', { exact: true })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Dispute 44/26' })).toBeVisible()

  await page.goto('/vault')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  const actions = page.getByRole('toolbar', { name: 'Actions for the selection' })
  await expect(actions).toContainText('2 selected')
  const download = page.waitForEvent('download')
  await actions.getByRole('link', { name: 'Download as ZIP' }).click()
  expect((await download).suggestedFilename()).toBe('vault.zip')
  await actions.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('2 documents archived.').first()).toBeVisible()
  await expect(page.getByText('The vault is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Annex', exact: true })).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select Annex' }).click()
  await actions.getByRole('button', { name: 'Add tag' }).click()
  const tag = page.getByRole('dialog').getByRole('combobox', { name: 'Add a tag' })
  await expect(page.getByRole('dialog').locator('option')).toHaveAttribute('value', 'rent')
  await tag.fill('rent')
  await tag.press('Enter')
  await expect(page.getByRole('row', { name: 'Annex' }).getByText('rent')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Lease' }).getByText('LEGAL HOLD')).toBeVisible()

  await create(api, `/signature-processes/${annex.id}/void`, { reason: 'Superseded' })
  const status = page.getByRole('combobox', { name: 'Status' })
  await status.selectOption('Active')
  await expect(page.getByRole('link', { name: 'Annex', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Lease', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Statistics' }).click()
  await page.getByRole('link', { name: 'Void' }).click()
  await expect(page).toHaveURL(/\/vault\?status=voided$/)
  await expect(status).toHaveValue('voided')
  await expect(page.getByRole('link', { name: 'Annex', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lease', exact: true })).toHaveCount(0)
  await api.dispose()
})

test('the vault is filtered, several processes are cancelled or deleted together, and an archive is downloaded', async ({
  page,
  signUp,
  baseURL,
}) => {
  const member = await signUp(page)
  const api = await connectToApi(baseURL, member)
  await completeProcess(baseURL, api, 'Lease')
  const signers = [{ name: 'Iris Quist', email: `iris.${member.email}` }]
  for (const [name, send] of [
    ['Offer', true],
    ['Sketch', false],
  ]) {
    const documents = [{ id: (await upload(api, `${name}`)).id }]
    await create(api, '/signature-processes', { name, documents, signers, send })
  }

  await page.goto('/vault')
  await page.getByText('More filters').click()
  await page.getByLabel('Signer’s name or email').fill('nobody')
  await expect(page.getByText('No documents match this search.')).toBeVisible()
  await page.getByRole('link', { name: /Signer’s name or email: nobody/ }).click()
  await expect(page).toHaveURL(/\/vault$/)
  await expect(page.getByRole('link', { name: 'Lease', exact: true })).toBeVisible()

  await page.goto('/processes?page=9')
  await expect(page).toHaveURL(/\/processes$/)
  await expect(page.getByText('3 in all', { exact: true })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: 'Agreement' })).toBeFocused()
  await page.keyboard.press('x')
  await page.getByRole('checkbox', { name: 'Select Sketch' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected').last()).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  const actions = page.getByRole('toolbar', { name: 'Actions for the selection' })
  await actions.getByRole('button', { name: 'Cancel process (1)' }).click()
  await page.getByRole('alertdialog').getByLabel('Reason').fill('Withdrawn')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel process' }).click()
  await expect(page.getByText('1 process cancelled.').first()).toBeVisible()
  await expect(page.getByTitle('Cancelled: Withdrawn')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Sketch' }).click()
  await actions.getByRole('button', { name: 'Delete drafts' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete drafts' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Sketch' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Sketch' }).click()
  await actions.getByRole('button', { name: 'Delete drafts' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete drafts' }).click()
  await expect(page.getByRole('link', { name: 'Sketch' })).toHaveCount(0)
  const deletion = page.waitForResponse((response) => response.request().method() === 'DELETE')
  const toast = page.getByRole('listitem').filter({ hasText: '1 draft deleted.' })
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  expect((await deletion).status()).toBe(204)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Offer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sketch' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Archives' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Agreement as ZIP' }).click()
  expect((await download).suggestedFilename()).toBe('Agreement.zip')
  await api.dispose()
})

test('with the keyboard alone, the focus moves on when the row or filter that has it disappears', async ({
  page,
  signUp,
  baseURL,
}) => {
  const api = await connectToApi(baseURL, await signUp(page))
  for (const name of ['First', 'Second', 'Third']) await upload(api, name)

  await page.goto('/documents')
  await page.getByRole('button', { name: 'Actions for Second' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Second' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions for First' })).toBeFocused()

  await page.getByRole('checkbox', { name: 'Select First' }).press('Space')
  const actions = page.getByRole('toolbar', { name: 'Actions for the selection' })
  await actions.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('link', { name: 'First' })).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Documents' })).toBeFocused()

  await page.getByRole('link', { name: 'Third' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Third' })).toBeFocused()

  await page.goto('/processes?date_from=2026-01-01&date_to=2099-12-31')
  await page.getByRole('link', { name: /Created from/ }).press('Enter')
  await expect(page.getByRole('link', { name: /Created until/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('search')).toBeFocused()
  await api.dispose()
})
