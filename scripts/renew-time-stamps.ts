import { assertClockIsRight } from '#db/clock'
import { closeDatabase, openDatabase } from '#db/connection/client'
import { embeddedUrl } from '#db/embedded/embedded'
import { loadInstallationKey } from '#db/installation-key'
import { now } from '#lib/core/clock'
import { parseEnv } from '#lib/core/env'
import { renewTimeStamps } from '#lib/signing/revisions/renew'
import { fail } from '../server/steps.mjs'
import { explainFailure } from './admin/failure.ts'

/*
 * npm run renew-time-stamps: adds a new time stamp to the signed files that are due, as the worker does each night,
 * and to those that were due but were not prolonged, or failed;
 * with -- --all to every file with time stamps, for example after another authority was configured. The service runs.
 */

const args = process.argv.slice(2)
if (args.some((word) => word !== '--all')) fail('npm run renew-time-stamps [-- --all]')
try {
  const { databaseUrl, dataDir, tsa } = parseEnv(process.env)
  if (tsa === null) fail('TSA_URL is not set: there is no authority for time stamps.')
  if (!databaseUrl) process.env.DATABASE_URL = embeddedUrl(dataDir)
  await loadInstallationKey()
  await openDatabase()
  await assertClockIsRight()
  const dueAt = args.length > 0 ? null : now()
  const { renewed, ungained, endingSoon, failures } = await renewTimeStamps(now(), dueAt, { isByHand: true })
  await closeDatabase()
  const isNoneDue = renewed + ungained + failures.length === 0
  console.log(isNoneDue ? '\nNo file is due.\n' : `\n${renewed} files have a new time stamp.\n`)
  if (ungained > 0)
    console.log(
      `${ungained} files stay as they are: a new time stamp would end no later, or lower their level.\n`,
    )
  if (endingSoon > 0)
    console.log(
      `${endingSoon} files have a time stamp that ends soon, and a new one ended no later: put another authority first in TSA_URL.\n`,
    )
  if (failures.length > 0) fail(`${failures.length} files could not be renewed: ${String(failures[0])}`)
  // The threads wait for more.
  process.exit()
} catch (error) {
  fail(explainFailure(error as Error))
}
