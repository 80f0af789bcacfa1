import { embeddedUrl } from '#db/embedded/embedded'
import { type Env, parseEnv, SetupError } from '#lib/core/env'
import { readProcessCounts } from '#lib/core/runtime/process-counts'
import { readTraces } from '#lib/core/runtime/trace-variables'
import { checkCertificates, checkKeys } from './certificates.ts'
import {
  CONFIGURATION_REMEDY,
  checkAccess,
  checkClock,
  checkConfiguration,
  checkDatabase,
  checkDisk,
  checkReplica,
  checkStorage,
  checkVersions,
  checkWorkers,
} from './installation.ts'
import { explain, type Finding, failed, type Outcome } from './outcome.ts'
import { checkAddress, checkBounces, checkConversion, checkMail, checkTimeStamps } from './services.ts'

type Variables = Record<string, string | undefined>

/**
 * Checks an installation from the machine on which it runs: one finding for each thing that it needs.
 * @param variables the environment; with a wrong one nothing else is checked
 */
export function diagnose(variables: Variables): Promise<Finding[]> {
  return Promise.all(startDiagnosis(variables, { triesKeys: true }))
}

/**
 * Like `diagnose`, each finding as soon as it is there.
 * @param options.triesKeys whether the operator's keys sign once; in each process that is a try of a wrong PIN
 */
export function startDiagnosis(variables: Variables, options: { triesKeys: boolean }): Promise<Finding>[] {
  const versions = { check: 'versions', ...checkVersions(process.version) }
  const found = (finding: Finding) => Promise.resolve(finding)
  try {
    return [found(versions), ...startChecks(readVariables(variables), options)]
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    return [
      found(versions),
      found({ check: 'configuration', ...failed(error.message, CONFIGURATION_REMEDY) }),
    ]
  }
}

/** The configuration. @throws SetupError with all that is wrong about what a start reads from variables */
function readVariables(variables: Variables): Env {
  const problems: string[] = []
  const attempt = <T>(read: (source: Variables) => T): T | null => {
    try {
      return read(variables)
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      problems.push(error.message)
      return null
    }
  }
  const config = attempt(parseEnv)
  attempt(readProcessCounts)
  attempt(readTraces)
  if (!config || problems.length > 0) throw new SetupError(problems.join('\n'))
  return config
}

/** The URL of the database; of the embedded one its password may not be readable by this user. */
function findDatabaseUrl({ databaseUrl, dataDir }: Env): string | Outcome {
  try {
    return databaseUrl ?? embeddedUrl(dataDir)
  } catch (error) {
    return failed(explain(error), 'Run it as the user of the service, which may read the files in DATA_DIR.')
  }
}

/** The checks of a valid configuration, all at once. */
function startChecks(config: Env, { triesKeys }: { triesKeys: boolean }): Promise<Finding>[] {
  const databaseUrl = findDatabaseUrl(config)
  const withDatabase = async (check: (url: string) => Promise<Outcome>) =>
    typeof databaseUrl === 'string' ? check(databaseUrl) : databaseUrl
  // It loads the key from which the password of the application's role is derived.
  const access = withDatabase(checkAccess)
  const checks: Record<string, () => Promise<Outcome>> = {
    configuration: () => checkConfiguration(config, access),
    certificates: checkCertificates,
    ...(triesKeys && { keys: checkKeys }),
    database: () => withDatabase(checkDatabase),
    access: () => access,
    // The password of the role is derived from the key that `access` loads.
    replica: () => access.then(() => withDatabase((url) => checkReplica(url, config))),
    clock: () => withDatabase(checkClock),
    workers: () => access.then(() => withDatabase(checkWorkers)),
    storage: () => checkStorage(config),
    disk: () => checkDisk(config),
    email: () => checkMail(config),
    bounces: () => checkBounces(config),
    'time stamps': () => access.then(() => checkTimeStamps(config)),
    conversion: async () => checkConversion(),
    address: () => checkAddress(config),
  }
  return Object.entries(checks).map(async ([check, run]) => ({ check, ...(await run()) }))
}
