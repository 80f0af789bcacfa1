import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { connect } from '#db/connection/client'
import { embeddedUrl } from '#db/embedded/embedded'
import { expect, test } from '../support/fixtures.ts'
import { headings, readPage } from '../support/html.ts'
import { connectToApi, create, type Member, upload } from '../support/records.ts'
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
  const sql = connect(embeddedUrl(process.env.DATA_DIR!), { max: 1 })
  const data = sql.json({ tenantId: 1, processId })
  await sql`
    insert into pgboss.job_common (name, data, state, retry_count, retry_limit, start_after, output)
    values ('processes.seal', ${data}, 'retry', 0, 3, now() + interval '1 day', ${sql.json({ message: 'No disk.' })})`
  await sql.end()
}

const expectNoViolations = async (page: Page) => expect(await findViolations(page), page.url()).toEqual([])

/** Changes and suspends another organisation, whose member reads why changes are refused, and resumes it. */
async function changeOrganisation(page: Page, memberPage: Page, signUp: (page: Page) => Promise<Member>) {
  const name = (await signUp(memberPage)).name.replace('Ada', 'Company')
  await page.goto(`/operator/organisations?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name })
  await row.getByRole('button', { name: `Change: ${name}` }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Documents a month').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Must be a number.')).toBeVisible()
  await dialog.getByLabel('Documents a month').fill('12345')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('12,345 / 10,000')

  await row.getByRole('button', { name: `Change: ${name}` }).click()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  const question = page.getByRole('alertdialog', { name: `Suspend ${name}?` })
  await question.getByRole('button', { name: 'Suspend' }).click()
  await expect(row).toContainText('suspended')

  const banner = memberPage.getByRole('region', { name: 'Your organisation is suspended' })
  await memberPage.goto('/folders')
  await expect(banner).toContainText('Ask the operator of this service.')
  await memberPage.getByRole('button', { name: 'New folder' }).first().click()
  const folder = memberPage.getByRole('dialog', { name: 'New folder' })
  await folder.getByLabel('Name').fill('Sales')
  await folder.getByRole('button', { name: 'Create' }).click()
  await expect(folder.getByRole('alert')).toContainText('Your organisation is suspended')

  await row.getByRole('button', { name: `Change: ${name}` }).click()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click()
  // The table is hidden from roles until both dialogs are closed, which the answer does.
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('suspended')
  await folder.getByRole('button', { name: 'Create' }).click()
  await expect(folder).toHaveCount(0)
  await memberPage.reload()
  await expect(memberPage.getByText('Sales')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await memberPage.close()
}

test('an operator with a second factor sees the installation, and nobody else', async ({
  page,
  browser,
  signUp,
  baseURL,
}) => {
  test.slow()
  const member = await signUp(page)
  for (const path of PATHS) {
    const read = await readPage(page.request, path)
    expect([path, read.status]).toEqual([path, 404])
    expect(headings(read), path).toContain('Page not found')
  }
  await page.goto(PATHS[0]!)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
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
  await expectNoViolations(page)

  await page.goto('/operator/processes')
  await expectNoViolations(page)
  await page.getByLabel('Number of the process').fill(String(draft.id))
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByText('It is a draft: the sender has not sent it.')).toBeVisible()
  await page.goto('/operator/processes?id=999999999')
  await expect(page.getByText('There is no process 999999999.')).toBeVisible()

  await page.goto('/operator/organisations')
  await expectNoViolations(page)
  await page.getByRole('searchbox').fill(member.name.replace('Ada', 'company'))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('rowheader')).toHaveText([member.name.replace('Ada', 'Company')])

  await changeOrganisation(page, await browser.newPage(), signUp)

  await addFailedJob(draft.id)
  await page.goto('/operator/jobs')
  const job = page.getByRole('listitem').filter({ hasText: `process ${draft.id}` })
  await expect(job).toContainText('No disk.')
  await expectNoViolations(page)
  await job.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(/processes\.seal · .* · process/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(job).toHaveCount(0)
  await page.goto('/settings/audit-log')
  const event = page.getByRole('rowheader', { name: 'Change as administrator of the installation' })
  await expect(event.first()).toBeVisible()
})
