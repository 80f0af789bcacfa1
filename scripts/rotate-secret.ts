import { connect } from '#db/connection/client'
import { explainStartError } from '#db/connection/requirements'
import { embeddedUrl } from '#db/embedded/embedded'
import { addSecret, readInstallationKey, retireOtherSecrets } from '#db/installation-key'
import { env, makeSecret, parseEnv, replaceInstallationSecret } from '#lib/core/env'
import { fail } from '../server/steps.mjs'

/*
 * npm run rotate-secret: makes the installation key accessible with a second secret, APP_SECRET_NEXT or a new one,
 * besides APP_SECRET, while the service runs. npm run rotate-secret -- --finish: leaves access with APP_SECRET only.
 */

const usage = `npm run rotate-secret              adds a secret: APP_SECRET_NEXT, or one that is made
npm run rotate-secret -- --finish  retires every secret but APP_SECRET`

const args = process.argv.slice(2)
if (args.some((word) => word !== '--finish')) fail(usage)
try {
  const { databaseUrl, dataDir } = parseEnv(process.env)
  if (!databaseUrl) process.env.DATABASE_URL = embeddedUrl(dataDir)
  const message = args.length > 0 ? await finish() : await begin()
  console.log(`\n${message}\n`)
} catch (error) {
  fail(explainStartError(error as Error))
}

async function begin(): Promise<string> {
  const { appSecret, appSecretConfigured, nextAppSecret, dataDir } = env()
  const next = nextAppSecret ?? makeSecret()
  if (next === appSecret) fail('APP_SECRET_NEXT is the present secret: give another one, or none.')
  await withOwner((client) => addSecret(client, next))
  if (!appSecretConfigured) {
    replaceInstallationSecret(dataDir, next)
    return `The new secret is in ${dataDir}/app-secret; keep a copy of it apart from the rest.
The old one works too until you run: npm run rotate-secret -- --finish`
  }
  const newSecretLine = nextAppSecret ? 'APP_SECRET_NEXT' : next
  return `Both secrets work now. On one machine after the other, set APP_SECRET to
${newSecretLine}
and restart. Then retire the old one, with the new one as APP_SECRET: npm run rotate-secret -- --finish`
}

async function finish(): Promise<string> {
  const retired = await withOwner((client) => retireOtherSecrets(client, env().appSecret))
  return retired === 0
    ? 'APP_SECRET is the only secret already.'
    : `From now on nothing starts with another secret than APP_SECRET; ${retired} no longer ${retired === 1 ? 'works' : 'work'}.`
}

/** Connects as the owner of the database, which must have an installation key. */
async function withOwner<T>(callback: (client: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const client = connect(env().databaseUrl ?? '', { max: 1, connect_timeout: 10 })
  try {
    if (!(await readInstallationKey(client))) fail('The database is empty: start the service first.')
    return await callback(client)
  } finally {
    await client.end({ timeout: 1 })
  }
}
