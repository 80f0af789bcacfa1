import { closeDatabase } from '#db/client'
import { migrateDatabase } from '#db/migrate'
import { explainStartError } from '#db/requirements'
import { env } from '#lib/core/env'
import { closeSender } from '#lib/jobs/boss'
import { installJobs } from '#lib/jobs/install'
import { databaseUrlSet, exitWith, ready } from './child.ts'

/*
 * Brings the database to this version and makes the first tenant, then ends: what it takes is needed once at each start,
 * by a process that the supervisor need not be.
 */

await databaseUrlSet()
ready(await prepareDatabase().catch((error) => exitWith(explainStartError(error))))
process.disconnect?.()

async function prepareDatabase(): Promise<string> {
  await migrateDatabase(env().databaseUrl ?? '', installJobs)
  if (!env().admin) return 'up to date'
  const { ensureFirstTenant } = await import('#lib/identity/account/ensure-first-tenant')
  const email = await ensureFirstTenant(env())
  await Promise.all([closeSender(), closeDatabase()])
  return email ? `up to date; ${email} may sign in` : 'up to date'
}
