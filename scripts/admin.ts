import { closeDatabase } from '#db/connection/client'
import { embeddedUrl } from '#db/embedded/embedded'
import { parseEnv, SetupError } from '#lib/core/env'
import { diagnose } from '#lib/operator/doctor/doctor'
import { formatFindings } from '#lib/operator/doctor/format'
import { fail } from '../server/steps.mjs'

/*
 * npm run admin -- COMMAND [--json]: what an operator does on the machine of an installation, with the environment of
 * its service. Ends with 0 when all is well, 1 when something is wrong, and 2 for a command that is not known.
 */

const usage = `npm run admin -- COMMAND [--json]

  doctor    checks configuration, database, clock, workers, storage, disk, email, time stamps and address;
            each line passes or says what to do

--json prints the result for programs. Exit codes: 0 all is well, 1 something is wrong, 2 wrong use.`

const words = process.argv.slice(2)
const asJson = words.includes('--json')
const [command, ...rest] = words.filter((word) => word !== '--json')
if (command === undefined || command === 'help' || command === '--help') {
  console.log(usage)
} else if (command !== 'doctor' || rest.length > 0) {
  console.error(`Unknown: ${[command, ...rest].join(' ')}\n\n${usage}`)
  process.exitCode = 2
} else {
  try {
    process.exitCode = await doctor()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  } finally {
    await closeDatabase()
  }
}

/** @returns the exit code */
async function doctor(): Promise<number> {
  const variables = { ...process.env }
  setDatabaseUrl()
  // The findings say what a log would.
  process.env.LOG_LEVEL = 'silent'
  const findings = await diagnose(variables)
  const isWell = findings.every(({ status }) => status !== 'failed')
  console.log(asJson ? JSON.stringify({ ok: isWell, findings }, null, 2) : formatFindings(findings))
  return isWell ? 0 : 1
}

/** Without DATABASE_URL, the database is that of the service that runs on the data folder. */
function setDatabaseUrl(): void {
  try {
    const { databaseUrl, dataDir } = parseEnv(process.env)
    if (!databaseUrl) process.env.DATABASE_URL = embeddedUrl(dataDir)
  } catch (error) {
    // `doctor` says what is wrong with the configuration.
    if (!(error instanceof SetupError)) throw error
  }
}
