import { and, asc, eq, inArray } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { Blocker } from '#db/schema/privacy'
import { processes } from '#db/schema/processes'
import type { Person } from '#db/tenancy/personal-data'
import type { Reader } from '#db/tenancy/tenant'
import { whereProcessOfPerson } from '#lib/processes/personal-data'
import { processStates } from '#lib/processes/rules'

const MAX_LISTED = 100

/** What must end before the person can be erased: processes that are sent, and their user account. */
export async function findBlockers(reader: Reader, person: Person): Promise<Blocker[]> {
  const unfinished = await reader
    .select({ id: processes.id, name: processes.name })
    .from(processes)
    .where(
      and(
        eq(processes.tenantId, person.tenantId),
        inArray(processes.status, [...processStates.sign.from]),
        whereProcessOfPerson(processes.id, person),
      ),
    )
    .orderBy(asc(processes.id))
    .limit(MAX_LISTED)
  const accounts = await reader
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.tenantId, person.tenantId), eq(users.email, person.email)))
  return [
    ...unfinished.map((process) => ({ type: 'process' as const, ...process })),
    ...accounts.map((user) => ({ type: 'user' as const, ...user })),
  ]
}
