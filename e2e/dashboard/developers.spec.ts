import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { expect, test } from '../support/fixtures.ts'
import { findViolations } from '../support/violations.ts'

const DAY_MILLISECONDS = 86_400_000

const runFile = promisify(execFile)

test('a visitor finds an operation in the reference and copies its example', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('link', { name: 'Developers' }).click()
  await expect(page.getByRole('heading', { name: 'For developers' })).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'Contents' }).first()
  await contents.getByRole('searchbox').fill('cancel process')
  await contents.getByRole('link', { name: 'Cancel a process' }).click()
  await page.waitForURL(/signature-processes#postSignatureProcessesByIdCancel$/)
  expect(await findViolations(page, { runOnly: { type: 'rule', values: ['heading-order'] } })).toEqual([])
  const example = page.getByRole('region', { name: 'Example: Cancel a process' })
  await example.getByRole('tab', { name: 'TypeScript' }).click()
  await example.getByRole('button', { name: 'Copy' }).click()
  await expect(example.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain("paraph.POST('/api/v1/signature-processes/{id}/cancel'")
})

test('the first commands of the guide work as shown on the page', async ({
  page,
  signUp,
  request,
  baseURL,
}) => {
  const { email, password } = await signUp(page)
  const login = await request.post('/api/v1/auth/login', { data: { email, password } })
  const { data: session } = await login.json()
  const createdKey = await request.post('/api/v1/api-keys', {
    headers: { authorization: `Bearer ${session.access_token}` },
    data: { name: 'Guide' },
  })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PARAPH_URL: baseURL,
    PARAPH_KEY: (await createdKey.json()).key,
  }
  const folder = await mkdtemp(join(tmpdir(), 'paraph-guide-'))
  await writeFile(join(folder, 'lease.pdf'), buildPdf())
  await page.goto('/developers')
  const command = async (name: string) => {
    const text = await page.getByRole('region', { name, exact: true }).locator('code').innerText()
    const { stdout } = await runFile('bash', ['-euc', text], { env, cwd: folder })
    return JSON.parse(stdout)
  }
  env.DOCUMENT_ID = String((await command('Upload the document')).data.id)
  const { data: draft } = await command('Create a process with its signers')
  Object.assign(env, { PROCESS_ID: String(draft.id), SIGNER_ID: String(draft.signers[0].id) })
  expect((await command('Place the fields')).data).toHaveLength(1)
  expect((await command('Send it')).data.status).toBe('sent')
  await rm(folder, { recursive: true })
})

test('a key lives as long as chosen by the clock of the service, whatever that of the device says', async ({
  page,
  signUp,
}) => {
  await signUp(page)
  await page.clock.install({ time: Date.now() - 40 * DAY_MILLISECONDS })
  await page.goto('/api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Shop')
  await page.getByLabel('Expires after').selectOption({ label: '30 days' })
  const response = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/v1/api-keys') && answer.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Create key' }).click()
  const { data } = await (await response).json()
  const error = Date.parse(data.expires_at) - (Date.now() + 30 * DAY_MILLISECONDS)
  expect(Math.abs(error)).toBeLessThan(60_000)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Shop/ })).toContainText('Until')
})
