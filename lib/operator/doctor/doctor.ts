import { embeddedUrl } from '#db/embedded/embedded'
import { type Env, parseEnv, SetupError } from '#lib/core/env'
import {
  checkAccess,
  checkClock,
  checkDatabase,
  checkDisk,
  checkReplica,
  checkStorage,
  checkVersions,
  checkWorkers,
} from './installation.ts'
import { type Finding, failed, type Outcome, passed } from './outcome.ts'
import { checkAddress, checkBounces, checkMail, checkTimeStamps } from './services.ts'

/**
 * Checks an installation from the machine on which it runs: one finding for each thing that it needs.
 * @param variables the environment; with a wrong one nothing else is checked
 */
export function diagnose(variables: Record<string, string | undefined>): Promise<Finding[]> {
  return Promise.all(startDiagnosis(variables))
}

/** Like `diagnose`, each finding as soon as it is there. */
export function startDiagnosis(variables: Record<string, string | undefined>): Promise<Finding>[] {
  const versions = { check: 'versions', ...checkVersions(process.version) }
  const found = (finding: Finding) => Promise.resolve(finding)
  try {
    const config = parseEnv(variables)
    const configuration = { check: 'configuration', ...passed('All variables can be read') }
    return [found(versions), found(configuration), ...startChecks(config)]
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    const remedy = 'Correct these variables; docs/operating.md explains them.'
    return [found(versions), found({ check: 'configuration', ...failed(error.message, remedy) })]
  }
}

/** The checks of a valid configuration, all at once. */
function startChecks(config: Env): Promise<Finding>[] {
  const databaseUrl = config.databaseUrl ?? embeddedUrl(config.dataDir)
  // It loads the key from which the password of the application's role is derived.
  const access = checkAccess(databaseUrl)
  const checks: Record<string, () => Promise<Outcome>> = {
    database: () => checkDatabase(databaseUrl),
    access: () => access,
    // The password of the role is derived from the key that `access` loads.
    replica: () => access.then(() => checkReplica(databaseUrl, config)),
    clock: () => checkClock(databaseUrl),
    workers: () => access.then(checkWorkers),
    storage: () => checkStorage(config),
    disk: () => checkDisk(config),
    email: () => checkMail(config),
    bounces: () => checkBounces(config),
    'time stamps': () => checkTimeStamps(config),
    address: () => checkAddress(config),
  }
  return Object.entries(checks).map(async ([check, run]) => ({ check, ...(await run()) }))
}
