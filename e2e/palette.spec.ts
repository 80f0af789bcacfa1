import { expect, test } from './fixtures.ts'

test('the command palette goes to pages and records by keyboard alone', async ({ page, signUp }) => {
  await signUp(page)
  await page.goto('/overview')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('webh')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/webhooks$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new process')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/processes\/new$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
})
