import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import postgres from 'postgres'
import { embeddedUrl } from '#db/embedded/embedded'
import { expect, type Member, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { findViolations } from '../support/violations.ts'

const PATHS = ['/operator', '/operator/jobs', '/operator/processes', '/operator/organisations']

/** On the machine of the service. */
async function makeOperator({ email }: Member) {
  const words = ['scripts/admin.ts', 'users', 'operator', email, 'on']
  const { stdout } = await promisify(execFile)(process.execPath, words)
  expect(stdout).toContain(`${email} administers the installation`)
}

async function addSecondFactor(page: Page) {
  await page.goto('/settings/security')
  const row = page.getByRole('listitem').filter({ hasText: 'Authenticator app' })
  await row.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
}

/** A job that failed once and runs again tomorrow. */
async function addFailedJob(processId: number) {
  const sql = postgres(embeddedUrl(process.env.DATA_DIR!), { max: 1, onnotice: () => {} })
  const data = sql.json({ tenantId: 1, processId })
  await sql`
    insert into pgboss.job_common (name, data, state, retry_count, retry_limit, start_after, output)
    values ('processes.seal', ${data}, 'retry', 0, 3, now() + interval '1 day', ${sql.json({ message: 'No disk.' })})`
  await sql.end()
}

test('an operator with a second factor sees the installation, and nobody else', async ({
  page,
  signUp,
  baseURL,
}) => {
  test.slow()
  const member = await signUp(page)
  for (const path of PATHS) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404])
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Installation' })).toHaveCount(0)

  const api = await connectToApi(baseURL, member)
  const { id: documentId } = await upload(api, 'Lease')
  const documents = [{ id: documentId, order: 1 }]
  const draft = await create(api, '/signature-processes', { name: 'Flat 7', documents, signers: [] })

  await makeOperator(member)
  await page.goto('/overview')
  await page.getByRole('link', { name: 'Installation' }).click()
  await expect(page.getByRole('heading', { name: 'A second factor is missing' })).toBeVisible()
  await addSecondFactor(page)

  await page.goto('/operator')
  for (const check of ['database', 'storage', 'address'])
    await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${check}`) })).toContainText('OK')
  await expect(page.getByText('Being checked')).toHaveCount(0)
  await expect(page.getByText('To renew')).toBeVisible()

  await page.goto('/operator/processes')
  await page.getByLabel('Number of the process').fill(String(draft.id))
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByText('It is a draft: the sender has not sent it.')).toBeVisible()
  await page.goto('/operator/processes?id=999999999')
  await expect(page.getByText('There is no process 999999999.')).toBeVisible()

  await page.goto('/operator/organisations')
  await page.getByRole('searchbox').fill(member.name.replace('Ada', 'company'))
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('rowheader')).toHaveText([member.name.replace('Ada', 'Company')])

  await addFailedJob(draft.id)
  await page.goto('/operator/jobs')
  const job = page.getByRole('listitem').filter({ hasText: `process ${draft.id}` })
  await expect(job).toContainText('No disk.')
  await job.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(job).toHaveCount(0)
  await page.goto('/settings/audit-log')
  await expect(page.getByText('Change as administrator of the installation')).toBeVisible()

  for (const path of PATHS) {
    await page.goto(path)
    await expect(page.getByText('Being checked')).toHaveCount(0)
    expect(await findViolations(page), path).toEqual([])
  }
})
