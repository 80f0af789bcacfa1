import { embeddedUrl } from '#db/embedded/embedded'
import { env, parseEnv } from '#lib/core/env'
import { addAppSecret, retireAppSecrets } from '#lib/operator/keys'
import { fail } from '../server/steps.mjs'
import { explainFailure } from './admin/failure.ts'
import { describeAdded, describeRetired } from './admin/secrets.ts'

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
  const message =
    args.length > 0
      ? describeRetired(await retireAppSecrets())
      : describeAdded(await addAppSecret(), env().dataDir)
  console.log(`\n${message}\n`)
} catch (error) {
  fail(explainFailure(error as Error))
}
