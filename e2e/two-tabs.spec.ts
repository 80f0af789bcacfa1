import type { Page } from '@playwright/test'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { expect, test } from './fixtures.ts'
import { draftProcess, paletteButton, savedProcess } from './sender.ts'

const pages: FixturePage[] = [{ mediaBox: [0, 0, 595, 420] }]

const zonesOf = (page: Page) => page.locator('[data-zone]')
const place = (page: Page, kind: string) => paletteButton(page, kind).press('Enter')
const typesOf = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/v1/signature-processes/${id}`)).json()).data.fields.map(
    ({ type }: { type: string }) => type,
  )

async function twoTabs(page: Page, email: string) {
  const person = { name: 'Iris Quist', email: `iris.${email}` }
  const id = await draftProcess(page, buildPdf({ pages }), 'Two tabs', [person])
  await expect(page.getByRole('region', { name: 'Page 1 of 1' }).locator('canvas')).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(`/processes/${id}/prepare`)
  await expect(second.getByRole('region', { name: 'Page 1 of 1' }).locator('canvas')).toBeVisible()
  return { id, second }
}

test('two tabs do not overwrite each other: one asks, and either version can be kept', async ({
  page,
  signUp,
}) => {
  const { id, second } = await twoTabs(page, (await signUp(page)).email)
  await place(page, 'Text')
  await savedProcess(page, id)
  await place(second, 'Date')
  const question = second.getByRole('alertdialog', { name: 'Changed in another tab' })
  await expect(question).toBeVisible()
  expect(await typesOf(page, id)).toEqual(['text'])
  await second.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Reload' }).click()
  await expect(zonesOf(second)).toHaveCount(1)
  await expect(second.getByText('Saved', { exact: true })).toBeVisible()
  expect(await typesOf(page, id)).toEqual(['text'])

  await place(second, 'Number')
  await savedProcess(second, id)
  await place(page, 'Email')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await savedProcess(page, id)
  expect(await typesOf(page, id)).toEqual(['text', 'email'])
})

test('what is not saved when the browser closes offline is saved at the next visit', async ({
  page,
  signUp,
}) => {
  const { id, second } = await twoTabs(page, (await signUp(page)).email)
  await page.close()
  await second.context().setOffline(true)
  await place(second, 'Text')
  await expect(second.getByText('Offline: your changes are kept and will be saved')).toBeVisible()
  await second.close({ runBeforeUnload: false })
  const next = await second.context().newPage()
  await next.context().setOffline(false)
  await next.goto(`/processes/${id}/prepare`)
  await expect(zonesOf(next)).toHaveCount(1)
  await savedProcess(next, id)
  expect(await typesOf(next, id)).toEqual(['text'])
})
