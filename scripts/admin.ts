import { closeDatabase } from '#db/connection/client'
import { explainStartError } from '#db/connection/requirements'
import { embeddedUrl } from '#db/embedded/embedded'
import { loadInstallationKey } from '#db/installation-key'
import { parseEnv, SetupError } from '#lib/core/env'
import { deleteJob, listFailedJobs, runJobNow } from '#lib/jobs/boss-internals'
import { diagnose } from '#lib/operator/doctor/doctor'
import { formatFindings } from '#lib/operator/doctor/format'
import { explainProcess } from '#lib/operator/explain-process'
import { describeJob } from '#lib/operator/jobs'
import { listTenants } from '#lib/operator/list-tenants'

/*
 * npm run admin -- COMMAND [--json]: what an operator does on the machine of an installation, with the environment of
 * its service.
 */

const usage = `npm run admin -- COMMAND [--json]

  doctor              checks configuration, database, clock, workers, storage, disk, email, time stamps
                      and address; each line passes or says what to do
  jobs list           the jobs whose last attempt failed, with the reason
  jobs retry ID       lets a job run now
  jobs discard ID     deletes a job that does not run: what it was to do is not done
  process explain ID  why a process waits
  tenants list        all organisations

--json prints the result for programs. Exit codes: 0 all is well, 1 something is wrong, 2 wrong use.`

/** The result for programs and for people; one that is not `ok` ends with 1. */
interface Result {
  ok: boolean
  value: unknown
  text: string
}

/** More failed jobs are not listed. */
const MAX_JOBS = 200

const commands: Record<string, (argument: string) => Promise<Result>> = {
  doctor,
  'jobs list': withInstallation(listJobs),
  'jobs retry ID': withInstallation((id) => changeJob(runJobNow, id, 'It runs as soon as a worker is free.')),
  'jobs discard ID': withInstallation((id) => changeJob(deleteJob, id, 'It is deleted.')),
  'process explain ID': withInstallation(explain),
  'tenants list': withInstallation(listAllTenants),
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const words = process.argv.slice(2)
const asJson = words.includes('--json')
const given = words.filter((word) => word !== '--json')
const isId = (word: string | undefined) =>
  word !== undefined && (UUID.test(word) || /^[1-9]\d{0,14}$/.test(word))
const argument = given.at(-1) ?? ''
const name = isId(argument) ? [...given.slice(0, -1), 'ID'].join(' ') : given.join(' ')
const variables = { ...process.env }

if (['', 'help', '--help'].includes(name)) {
  console.log(usage)
} else if (!(name in commands)) {
  console.error(`Unknown: ${given.join(' ')}\n\n${usage}`)
  process.exitCode = 2
} else {
  const { ok, value, text } = await commands[name]!(argument).catch(toFailure)
  console.log(asJson ? JSON.stringify(value, null, 2) : text)
  process.exitCode = ok ? 0 : 1
  await closeDatabase()
}

async function doctor(): Promise<Result> {
  setDatabaseUrl()
  // The findings say what a log would.
  process.env.LOG_LEVEL = 'silent'
  const findings = await diagnose(variables)
  const ok = findings.every(({ status }) => status !== 'failed')
  return { ok, value: { ok, findings }, text: formatFindings(findings) }
}

async function listJobs(): Promise<Result> {
  const jobs = await listFailedJobs(MAX_JOBS)
  return { ok: true, value: { jobs }, text: jobs.map(describeJob).join('\n') || 'No job has failed.' }
}

async function changeJob(
  change: (id: string) => Promise<boolean>,
  id: string,
  done: string,
): Promise<Result> {
  if (!UUID.test(id)) return refuse(`${id} is not the id of a job; jobs list has them.`)
  if (!(await change(id))) return refuse(`No job ${id} waits or has failed: it is running, or has ended.`)
  return { ok: true, value: { ok: true, id }, text: done }
}

async function explain(id: string): Promise<Result> {
  const found = UUID.test(id) ? null : await explainProcess(Number(id))
  if (!found) return refuse(`There is no process ${id}.`)
  const head = `Process ${found.id} of organisation ${found.tenantId}: ${found.status}`
  return { ok: true, value: found, text: [head, ...found.reasons.map((reason) => `- ${reason}`)].join('\n') }
}

async function listAllTenants(): Promise<Result> {
  const tenants = await listTenants()
  const lines = tenants.map(({ id, name: title, subscriptionType, users, unconfirmed, createdAt }) =>
    [
      `${id}  ${title}  ${subscriptionType}  ${users} ${users === 1 ? 'user' : 'users'}`,
      `since ${createdAt.toISOString().slice(0, 10)}${unconfirmed ? '  address not confirmed' : ''}`,
    ].join('  '),
  )
  return { ok: true, value: { tenants }, text: lines.join('\n') || 'There is no organisation yet.' }
}

function refuse(message: string): Result {
  return { ok: false, value: { ok: false, message }, text: message }
}

/** Connects to the database of the installation first. */
function withInstallation(command: (argument: string) => Promise<Result>) {
  return async (given: string) => {
    setDatabaseUrl()
    await loadInstallationKey()
    return command(given)
  }
}

function toFailure(error: Error): Result {
  return refuse(explainStartError(error))
}

/** Without DATABASE_URL, the database is that of the service that runs on the data folder. */
function setDatabaseUrl(): void {
  try {
    const { databaseUrl, dataDir } = parseEnv(process.env)
    if (!databaseUrl) process.env.DATABASE_URL = embeddedUrl(dataDir)
  } catch (error) {
    // `doctor` says what is wrong with the configuration; other commands fail for it.
    if (!(error instanceof SetupError)) throw error
  }
}
