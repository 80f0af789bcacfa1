import { log } from '../log.ts'
import { counter } from './metrics.ts'
import { singleton } from './singleton.ts'

/** How often a fault that lasts is logged again. */
const REPEAT_MILLISECONDS = 60_000

/**
 * What can fail that an operator mends: the message and what to do, by a stable code. docs/operating.md has the same
 * table.
 */
export const faults = {
  database_unreachable: {
    message: 'The database does not respond.',
    todo: 'Start PostgreSQL, or correct DATABASE_URL; requests get 503 and jobs wait.',
  },
  replica_unreachable: {
    message: 'The read replica does not respond.',
    todo: 'Start it, or correct DATABASE_READ_URL; lists are read from the primary server.',
  },
  database_disk_full: {
    message: 'The disk of the database is full.',
    todo: 'Add space to the file system of PostgreSQL; what is stored stays, nothing new is saved.',
  },
  storage_unreachable: {
    message: 'The store of files fails.',
    todo: 'Check STORAGE_URL, its credentials and its server, or the rights of DATA_DIR; uploads get 503.',
  },
  storage_full: {
    message: 'The store of files is full.',
    todo: 'Add space to DATA_DIR or the bucket; uploads get 507.',
  },
  foreign_files: {
    message: 'The store has files that this installation did not write, or whose headers are damaged.',
    todo: 'Give each installation a bucket or prefix of its own; none of these files is removed.',
  },
  clock_wrong: {
    message: 'The clock of this machine is more than a minute off the database’s.',
    todo: 'Set both clocks by NTP; this machine seals nothing and is not ready.',
  },
  workers_absent: {
    message: 'No worker finishes jobs.',
    todo: 'Start `npm run worker` and read its log; nothing is sealed or sent, what was signed is kept.',
  },
  job_ended_process: {
    message: 'A process ended while it ran a job.',
    todo: 'Look for the out-of-memory killer (`journalctl -k`) and give the worker more memory; the job runs again.',
  },
  job_parked: {
    message: 'A job is parked for an hour: it ends every process that runs it.',
    todo: 'Give the worker more memory, then `npm run admin -- jobs retry ID`, or discard the job.',
  },
  thread_failed: {
    message: 'A thread for documents ended by itself, could not be started, or does not respond.',
    todo: 'Look at memory and the limits of processes and threads (`ulimit -u`); the work is tried again.',
  },
  thread_slow: {
    message: 'A task on a document has not ended for a minute.',
    todo: 'Look at the processors and the memory of this machine; at its time limit the task is tried again.',
  },
  mail_unreachable: {
    message: 'The SMTP server does not respond, or its certificate is not trusted.',
    todo: 'Check the host and port of SMTP_URL, its server and its certificate; emails wait for three days.',
  },
  mail_login_refused: {
    message: 'The SMTP server refuses the login, or demands one.',
    todo: 'Correct user and password in SMTP_URL, or use smtps://; emails wait for three days.',
  },
  mail_refused: {
    message: 'The SMTP server takes no emails of this service.',
    todo: 'Check MAIL_FROM, and whether the server has blocked this machine; emails wait for three days.',
  },
  bounces_unreadable: {
    message: 'The mailbox of returned emails cannot be opened.',
    todo: 'Check the host, user, password and folder of BOUNCE_MAILBOX; emails that are returned count as sent.',
  },
  sms_unreachable: {
    message: 'The provider of text messages does not take them.',
    todo: 'Check SMS_URL, SMS_SECRET and the account there; codes arrive late or not at all.',
  },
  time_stamps_failed: {
    message: 'An authority gives no valid time stamp.',
    todo: 'Check TSA_URL, or add a second authority; without any, preparing and sealing wait.',
  },
  time_stamps_not_prolonged: {
    message: 'Time stamps of files end soon, and new ones of the authority end no later.',
    todo: 'Ask the authority for its next certificate or another algorithm, or put another authority first in TSA_URL.',
  },
  signing_key_failed: {
    message: 'A signing key cannot be used.',
    todo: 'Check the file, HSM or KMS of SEAL_KEY or AUTHORITY_KEY, its PIN and its certificate; sealing waits.',
  },
  seal_not_accepted: {
    message: 'The certificate of SEAL_KEY has a critical extension that is not supported.',
    todo: 'Have it issued without; sealing goes on, but /verify leaves its signatures undecided.',
  },
  file_unreadable: {
    message: 'A file that a variable names cannot be read.',
    todo: 'Put it back or correct the variable; the service works without what is in it.',
  },
  trusted_list_outdated: {
    message: 'A trusted list is past its next update.',
    todo: 'Download it again into the folder of TRUSTED_LISTS; signatures that depend on it say that it has expired.',
  },
  migration_waits: {
    message: 'A start waits for the lock under which the database is prepared.',
    todo: 'Wait for the other start; if none runs, end the session that `holder` names.',
  },
  evidence_altered: {
    message: 'Recorded events or a transparency log were altered.',
    todo: 'Keep the database as it is, compare it with a backup, and find who wrote to it.',
  },
  witness_failed: {
    message: 'A witness does not cosign the transparency log.',
    todo: 'Look at `reason`, and check its key and URL in WITNESSES with its operator; it is asked again.',
  },
  traces_not_sent: {
    message: 'Traces cannot be sent.',
    todo: 'Check OTEL_EXPORTER_OTLP_ENDPOINT and its collector; requests do not wait for it.',
  },
  port_taken: {
    message: 'The port is taken: the service does not start.',
    todo: 'Set PORT or METRICS_PORT, or stop the program that uses it.',
  },
  app_secret_wrong: {
    message: 'APP_SECRET is that of another installation: the service does not start.',
    todo: 'Set the secret that the database was used with.',
  },
} as const satisfies Record<string, { message: string; todo: string }>

export type FaultCode = keyof typeof faults

interface Fault {
  /** How often it was reported since it began; 0: it does not last. */
  count: number
  begunAt: number
  loggedAt: number
  /** Whether it was logged since it began. */
  isLogged: boolean
}

const occurrences = counter({
  name: 'faults_total',
  help: 'Faults that an operator can mend, by their code, each time they are noticed.',
  labels: ['code'],
})
// Prometheus sees an increase only from a value.
for (const code of Object.keys(faults)) occurrences.inc({ code }, 0)

const current = singleton('faults', () => new Map<string, Fault>())
const reported = singleton('faults of errors', () => new WeakMap<object, FaultCode>())

interface FaultDetails {
  /** Which one of several fails: a host, the name of a key, a job. */
  subject?: string
  err?: unknown
  reason?: string
  [name: string]: unknown
}

/**
 * Reports that a fault was noticed: one line in the log when it begins, and one each minute while it lasts, with how
 * often it was noticed. `err` is not logged again by `logFailure`.
 */
export function reportFault(code: FaultCode, details: FaultDetails = {}): void {
  occurrences.inc({ code })
  if (typeof details.err === 'object' && details.err !== null) reported.set(details.err, code)
  const fault = findFault(code, details.subject)
  const time = performance.now()
  fault.count++
  if (fault.count === 1) fault.begunAt = time
  if (time - fault.loggedAt < REPEAT_MILLISECONDS) return
  Object.assign(fault, { loggedAt: time, isLogged: true })
  const { message, todo } = faults[code]
  log().error({ fault: code, todo, ...details, ...(fault.count > 1 && { count: fault.count }) }, message)
}

/** Reports that it works again: one line, if the fault was logged. */
export function endFault(code: FaultCode, subject?: string): void {
  const fault = current.get(getKey(code, subject))
  if (!fault || fault.count === 0) return
  const { count, begunAt, isLogged } = fault
  Object.assign(fault, { count: 0, isLogged: false })
  if (!isLogged) return
  const seconds = Math.round((performance.now() - begunAt) / 1000)
  log().warn({ fault: code, subject, count, seconds }, 'The fault is over.')
}

/** An error whose reason is in the log as this fault, so that it is not logged again. */
export function markReported<T extends object>(error: T, code: FaultCode): T {
  reported.set(error, code)
  return error
}

/** The fault as which the error, or one of its causes, was reported; null when it was not. */
export function getReportedFault(error: unknown): FaultCode | null {
  if (typeof error !== 'object' || error === null) return null
  return reported.get(error) ?? getReportedFault((error as { cause?: unknown }).cause)
}

export function isReported(error: unknown): boolean {
  return getReportedFault(error) !== null
}

/** Forgets all faults, for tests: each is logged again at once. */
export function forgetFaults(): void {
  current.clear()
}

function findFault(code: FaultCode, subject?: string): Fault {
  const key = getKey(code, subject)
  const found = current.get(key)
  if (found) return found
  const fault = { count: 0, begunAt: 0, loggedAt: Number.NEGATIVE_INFINITY, isLogged: false }
  current.set(key, fault)
  return fault
}

function getKey(code: FaultCode, subject = ''): string {
  return `${code} ${subject}`
}
