import { resolve } from 'node:path'
import { z } from 'zod'
import { canonicalEmail, isEmailAddress } from './email/canonical-email.ts'
import { senderAddress } from './email/sender-address.ts'
import { type KeySources, keyVariables, toKeySources } from './key-variables.ts'
import { isLoopback, parseRange } from './network/addresses.ts'
import { readInstallationSecret } from './runtime/installation-secret.ts'
import {
  allowedHosts,
  baseUrl,
  bucketUrl,
  commaSeparated,
  count,
  databaseUrl,
  databaseUrlWithUser,
  portNumber,
  sender,
  shortText,
  timeStampAuthorities,
  url,
  urlWithHost,
} from './runtime/variable-kinds.ts'
import { type SmsProvider, smsVariables, toSmsProvider } from './sms-provider.ts'
import type { NoteKey } from './transparency/note.ts'
import { toWitnesses, type Witness, witnessVariables } from './transparency/witness-variables.ts'

const openOrClosed = z.enum(['open', 'closed'], { error: 'must be "open" or "closed"' })
const secret = z.string().min(32, 'must have at least 32 characters')

const variables = z.object({
  PORT: portNumber(0).default(3000),
  HOST: z.string().trim().default('127.0.0.1'),
  APP_URL: baseUrl.optional(),
  DATA_DIR: z.string().trim().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_APP_URL: databaseUrlWithUser.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  STORAGE_URL: bucketUrl.optional(),
  SMTP_URL: urlWithHost(['smtp:', 'smtps:']).optional(),
  BOUNCE_MAILBOX: urlWithHost(['imap:', 'imaps:']).optional(),
  MAIL_FROM: sender.default('Paraph <no-reply@localhost>'),
  ...smsVariables,
  APP_SECRET: secret.optional(),
  APP_SECRET_NEXT: secret.optional(),
  ADMIN_EMAIL: z
    .string()
    .trim()
    .refine(isEmailAddress, 'must be an email address')
    .transform((address) => canonicalEmail(address)!)
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(12, 'must have 12 to 128 characters')
    .max(128, 'must have 12 to 128 characters')
    .optional(),
  TENANT_NAME: shortText(120).optional(),
  SIGNUP: openOrClosed.default('open'),
  RATE_LIMIT_PER_MINUTE: count.default(300),
  RATE_LIMIT_ADDRESS: count.default(1000),
  RATE_LIMIT_LOGIN: count.default(10),
  RATE_LIMIT_SIGNING: count.default(60),
  RATE_LIMIT_VERIFY: count.default(30),
  RATE_LIMIT_TRUST: count.default(120),
  RATE_LIMIT_SMS_NUMBER: count.default(10),
  RATE_LIMIT_SMS_TENANT: count.default(200),
  WEBHOOK_ALLOWED_HOSTS: allowedHosts,
  OIDC_ISSUER: url(['http:', 'https:']).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: shortText(60).default('single sign-on'),
  OIDC_ALLOWED_HOSTS: allowedHosts,
  TSA_URL: timeStampAuthorities,
  ...keyVariables,
  TRUST_ALLOWED_HOSTS: allowedHosts,
  SIGNING_SERVICE_ALLOWED_HOSTS: allowedHosts,
  ...witnessVariables,
  TRUSTED_PROXIES: commaSeparated.refine(
    (list) => list.every((range) => parseRange(range) !== null),
    'must be addresses or networks (CIDR), separated by commas',
  ),
  METRICS_PORT: portNumber(1).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  MAX_UPLOAD_MB: count.refine((megabytes) => megabytes > 0, 'must be at least 1').default(50),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, silent',
    })
    .default('info'),
})

/** The installation's configuration, parsed once. */
export interface Env {
  port: number
  host: string
  appUrl: string
  /** Absolute path. */
  dataDir: string
  databaseUrl: string | null
  /** The password of the application's database role, where the role was created beforehand. */
  databaseAppUrl: string | null
  /** A streaming replica of the database, for lists. */
  databaseReadUrl: string | null
  storageUrl: string | null
  smtpUrl: string | null
  /** The mailbox to which undeliverable emails are returned. */
  bounceMailbox: string | null
  /** `Name <address>`, or an address. */
  mailFrom: string
  mailFromAddress: string
  /** Without `APP_SECRET` that of the data folder, which is created there when it is first asked for. */
  appSecret: string
  /** False when `appSecret` comes from the data folder. */
  appSecretConfigured: boolean
  /** The new secret, which only `npm run rotate-secret` reads. */
  nextAppSecret: string | null
  admin: { email: string; password: string; tenantName: string } | null
  /** Who gets reports about senders: `ADMIN_EMAIL`, else the address of `MAIL_FROM`. */
  abuseEmail: string
  signup: 'open' | 'closed'
  /** The provider of text messages; null: codes are not sent by SMS. */
  sms: SmsProvider | null
  /**
   * Requests per minute; `login`: attempts per 15 minutes for an email and IP address; `smsNumber`, `smsTenant`: text
   * messages per hour to one number and by one tenant. 0 disables a limit.
   */
  rateLimits: Record<
    'principal' | 'address' | 'login' | 'signing' | 'verify' | 'trust' | 'smsNumber' | 'smsTenant',
    number
  >
  webhookAllowedHosts: string[]
  /** The OpenID provider for users of all tenants. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null
  /** Hosts of OpenID providers that may be private and speak http. */
  oidcAllowedHosts: string[]
  /** The time-stamping authorities by URL, or the installation's own one; null: no time stamps. */
  tsa: string[] | 'internal' | null
  /** Keys that the operator brings; null: the installation's own. */
  keys: KeySources
  /** The PEM file with the roots that verification trusts besides the installation's own. */
  trustedRoots: string | null
  /** The folder with the trusted lists of the European Union, and the certificates that may sign them. */
  trustedLists: string | null
  /** Hosts of certificates and revocation lists that may be private and speak http. */
  trustAllowedHosts: string[]
  /** Hosts of remote signing services that may be private and speak http. */
  signingServiceAllowedHosts: string[]
  /** Who is asked to cosign the transparency log. */
  witnesses: Witness[]
  /** Hosts of witnesses that may be private and speak http. */
  witnessAllowedHosts: string[]
  /** The logs of other installations that this one witnesses. */
  witnessedLogs: NoteKey[]
  trustedProxies: string[]
  /** Where `/metrics` is served, and the bearer token that it asks for; null: nowhere. */
  metrics: { host: string; port: number; token: string | null } | null
  maxUploadBytes: number
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** A problem that the operator must fix before the service can start; the message names it. */
export class SetupError extends Error {}

/** An invalid environment variable; one line per variable. */
export class EnvError extends SetupError {}

/** Variables of the environment. */
export type Variables = Record<string, string | undefined>

/**
 * Reads the variables of `schema`, whose checks all have messages. Empty and blank ones count as absent.
 * @throws EnvError with a clear sentence for each wrong value.
 */
export function parseVariables<Schema extends z.ZodObject>(
  schema: Schema,
  source: Variables,
): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const { data, error } = schema.safeParse(present)
  if (error)
    throw new EnvError(
      error.issues.map(({ path, message }) => `${path[0]?.toString()} ${message}.`).join('\n'),
    )
  return data
}

/**
 * Reads the configuration from `source`. Empty and blank variables count as absent.
 * @throws EnvError with a clear sentence for each wrong value.
 */
export function parseEnv(source: Variables): Env {
  const v = parseVariables(variables, source)
  if (Boolean(v.ADMIN_EMAIL) !== Boolean(v.ADMIN_PASSWORD))
    throw new EnvError('ADMIN_EMAIL and ADMIN_PASSWORD go together.')
  const dataDir = resolve(v.DATA_DIR)
  const mailFromAddress = senderAddress(v.MAIL_FROM)!
  let appSecret = v.APP_SECRET
  return {
    port: v.PORT,
    host: v.HOST,
    appUrl: v.APP_URL ?? `http://localhost:${v.PORT}`,
    dataDir,
    databaseUrl: v.DATABASE_URL ?? null,
    databaseAppUrl: v.DATABASE_APP_URL ?? null,
    databaseReadUrl: v.DATABASE_READ_URL ?? null,
    storageUrl: v.STORAGE_URL ?? null,
    smtpUrl: v.SMTP_URL ?? null,
    bounceMailbox: v.BOUNCE_MAILBOX ?? null,
    mailFrom: v.MAIL_FROM,
    mailFromAddress,
    sms: orEnvError(() => toSmsProvider(v)),
    get appSecret() {
      appSecret ??= readInstallationSecret(dataDir)
      return appSecret
    },
    set appSecret(secret) {
      appSecret = secret
    },
    appSecretConfigured: v.APP_SECRET !== undefined,
    nextAppSecret: v.APP_SECRET_NEXT ?? null,
    admin:
      v.ADMIN_EMAIL && v.ADMIN_PASSWORD
        ? { email: v.ADMIN_EMAIL, password: v.ADMIN_PASSWORD, tenantName: v.TENANT_NAME ?? 'My organisation' }
        : null,
    abuseEmail: v.ADMIN_EMAIL ?? mailFromAddress,
    signup: v.SIGNUP,
    rateLimits: {
      principal: v.RATE_LIMIT_PER_MINUTE,
      address: v.RATE_LIMIT_ADDRESS,
      login: v.RATE_LIMIT_LOGIN,
      signing: v.RATE_LIMIT_SIGNING,
      verify: v.RATE_LIMIT_VERIFY,
      trust: v.RATE_LIMIT_TRUST,
      smsNumber: v.RATE_LIMIT_SMS_NUMBER,
      smsTenant: v.RATE_LIMIT_SMS_TENANT,
    },
    webhookAllowedHosts: v.WEBHOOK_ALLOWED_HOSTS,
    oidc: toOidc(v),
    oidcAllowedHosts: v.OIDC_ALLOWED_HOSTS,
    tsa: v.TSA_URL,
    keys: orEnvError(() => toKeySources(v)),
    trustedRoots: v.TRUSTED_ROOTS ?? null,
    trustedLists: v.TRUSTED_LISTS ?? null,
    trustAllowedHosts: v.TRUST_ALLOWED_HOSTS,
    signingServiceAllowedHosts: v.SIGNING_SERVICE_ALLOWED_HOSTS,
    ...orEnvError(() => toWitnesses(v)),
    witnessAllowedHosts: v.WITNESS_ALLOWED_HOSTS,
    trustedProxies: v.TRUSTED_PROXIES,
    metrics: v.METRICS_PORT
      ? { host: v.METRICS_HOST, port: v.METRICS_PORT, token: v.METRICS_TOKEN ?? null }
      : null,
    maxUploadBytes: v.MAX_UPLOAD_MB * 1024 * 1024,
    logLevel: v.LOG_LEVEL,
  }
}

function toOidc(v: z.output<typeof variables>): Env['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = v
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret, name: v.OIDC_NAME }
  if (!issuer && !clientId && !clientSecret) return null
  throw new EnvError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together.')
}

function orEnvError<T>(convert: () => T): T {
  try {
    return convert()
  } catch (error) {
    throw new EnvError((error as Error).message)
  }
}

let cachedEnv: Env | null = null

/** The configuration of this process. */
export function env(): Env {
  cachedEnv ??= parseEnv(process.env)
  return cachedEnv
}

/**
 * Whether emails are shown on this machine instead of sent: there is no SMTP server and `APP_URL` is a loopback
 * URL.
 */
export function keepsMailsLocally({ smtpUrl, appUrl }: Pick<Env, 'smtpUrl' | 'appUrl'>): boolean {
  return smtpUrl === null && isLoopback(new URL(appUrl).hostname)
}

/** The line printed at start without an SMTP server; empty with one. */
export function mailNotice(config: Pick<Env, 'smtpUrl' | 'appUrl'>): string {
  if (config.smtpUrl !== null) return ''
  if (keepsMailsLocally(config))
    return `No SMTP server: emails are shown, on this machine only, at ${config.appUrl}/mailbox`
  return `SMTP_URL is not set: no emails are sent, and sign-up and /mailbox are closed at ${config.appUrl}. Set SMTP_URL.`
}
