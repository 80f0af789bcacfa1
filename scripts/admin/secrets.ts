import type { AddedSecret } from '#lib/operator/keys'

/** What to do after a secret was added. */
export function describeAdded(added: AddedSecret, dataDir: string): string {
  if ('oldPath' in added)
    return `The new secret is in ${dataDir}/app-secret; keep a copy of it apart from the rest.
The old one works too until you run: npm run rotate-secret -- --finish
Backups that were made before need the old one, also then. It is in ${added.oldPath}: keep it with them.`
  return `Both secrets work now. On one machine after the other, set APP_SECRET to
${added.isGiven ? 'APP_SECRET_NEXT' : added.secret}
and restart. Then retire the old one, with the new one as APP_SECRET: npm run rotate-secret -- --finish
Backups that were made before need the old one, also then: keep it with them.`
}

export function describeRetired(count: number): string {
  return count === 0
    ? 'APP_SECRET is the only secret already.'
    : `From now on nothing starts with another secret than APP_SECRET; ${count} no longer ${count === 1 ? 'works' : 'work'}.`
}
