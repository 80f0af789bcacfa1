import { sql } from 'drizzle-orm'
import type postgres from 'postgres'
import { appRole, database, openDatabase } from '#db/client'
import { env } from '#lib/core/env'

const plans: string[] = []

/** Logs every query plan of the application's role as a notice, including those in functions. */
export async function listenToPlans(owner: postgres.Sql): Promise<void> {
  const role = owner(appRole(env().databaseUrl!).name)
  await owner`alter role ${role} set session_preload_libraries = 'auto_explain'`
  await owner`alter role ${role} set auto_explain.log_min_duration = 0`
  await owner`alter role ${role} set auto_explain.log_nested_statements = on`
  await owner`alter role ${role} set auto_explain.log_level = 'notice'`
  await openDatabase({ max: 1, onnotice: ({ message }) => plans.push(message!) })
}

/** What `work` answers, how its statements came to it, and which tables they read from end to end. */
export async function planned<T>(work: () => Promise<T>) {
  await settled()
  plans.length = 0
  const body = await work()
  await settled()
  // Without the driver's catalog queries and the counting of requests.
  const text = plans.filter((plan) => !/\bpg_catalog\b|\bjsonb_to_recordset\b/.test(plan)).join('\n')
  return {
    answer: body,
    text,
    scans: [...text.matchAll(/Seq Scan on (?!counters|pg_)\w+/g)].map(([scan]) => scan),
  }
}

/** There is one connection: when it answers, what was asked before has been answered, and all its plans have come. */
function settled() {
  return database().execute(sql.raw('select 1'))
}
