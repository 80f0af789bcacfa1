import { expect, test } from './fixtures.ts'
import { apiOf, completeProcess } from './records.ts'

test('vault documents are verified, tagged and archived, one by one or together', async ({
  page,
  signUp,
  baseURL,
}) => {
  const member = await signUp(page)
  const api = await apiOf(baseURL, member)
  for (const name of ['Lease', 'Annex']) await completeProcess(baseURL, api, name)

  await page.goto('/vault')
  await page.getByRole('link', { name: 'Lease', exact: true }).click()
  await expect(page).toHaveTitle('Lease · Paraph')
  await expect(page.getByText('All 3 signatures are valid. Nothing was changed after signing.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Add a tag' }).fill('rent')
  await page.getByRole('button', { name: 'Add a tag' }).click()
  await page.getByRole('button', { name: 'Remove the tag rent' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Remove the tag rent' })).toBeVisible()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unarchive' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()

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
  await api.dispose()
})
