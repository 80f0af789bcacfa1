import { sql } from 'drizzle-orm'
import type postgres from 'postgres'
import { appRole, database, openDatabase } from '#db/connection/client'
import { env } from '#lib/core/env'

const plans: string[] = []

/** Logs every query plan of the application's role as a notice, including those in functions. */
export async function collectPlans(owner: postgres.Sql): Promise<void> {
  const role = owner(appRole(env().databaseUrl!).name)
  await owner`alter role ${role} set session_preload_libraries = 'auto_explain'`
  await owner`alter role ${role} set auto_explain.log_min_duration = 0`
  await owner`alter role ${role} set auto_explain.log_nested_statements = on`
  await owner`alter role ${role} set auto_explain.log_level = 'notice'`
  await openDatabase({ max: 1, onnotice: ({ message }) => plans.push(message!) })
}

/** The result of `callback`, the query plans of its statements, and the sequential scans in them. */
export async function withPlans<T>(callback: () => Promise<T>) {
  await flushPlans()
  plans.length = 0
  const answer = await callback()
  await flushPlans()
  // Without the driver's catalog queries and the counting of requests.
  const text = plans.filter((plan) => !/\bpg_catalog\b|\bjsonb_to_recordset\b/.test(plan)).join('\n')
  return {
    answer,
    text,
    scans: [...text.matchAll(/Seq Scan on (?!counters|pg_)\w+/g)].map(([scan]) => scan),
  }
}

/** There is one connection, so the plans of earlier statements have arrived when this one is finished. */
function flushPlans() {
  return database().execute(sql.raw('select 1'))
}
