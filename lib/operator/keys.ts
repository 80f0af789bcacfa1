import { asc, eq } from 'drizzle-orm'
import { addSecret, retireOtherSecrets } from '#db/installation-key'
import { roots, tenantKeys, timeStampingKeys } from '#db/schema/keys'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read, type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { makeSecret, replaceInstallationSecret } from '#lib/core/runtime/installation-secret'
import { getKeyId, notAfter } from '#lib/keys/certificates'
import { openTenantSeal } from '#lib/keys/identities'
import type { KeyPair } from '#lib/keys/key-pair'
import { renewAuthority, renewSeal } from '#lib/keys/renew-keys'
import { findSeal } from '#lib/keys/seals/seals'
import { makeOperatorCtx, refusal } from './context.ts'
import { withOwner } from './owner.ts'
import { findTenant } from './tenants.ts'

/** A key that the service has made, with the end of its certificate. */
export interface KeySummary {
  /** Null: of the installation. */
  tenantId: number | null
  purpose: 'root' | 'time stamps' | 'authority' | 'seal'
  testMode: boolean
  /** The subject key identifier of its certificate. */
  keyId: string
  notAfter: Date
}

/** The keys of the installation and of its tenants; of each use the last one signs, unless a key is brought for it. */
export async function listKeys(): Promise<KeySummary[]> {
  const ofInstallation = await read({ tenantId: 0 }, async (reader) => [
    ...(await reader.select().from(roots)).map((row) => ({ ...row, purpose: 'root' as const })),
    ...(await reader.select().from(timeStampingKeys).orderBy(asc(timeStampingKeys.notAfter))).map((row) => ({
      ...{ ...row, purpose: 'time stamps' as const, testMode: false },
    })),
  ])
  const keys: KeySummary[] = ofInstallation.map((row) => summarize(null, row))
  for (const tenantId of await listTenantIds()) {
    const rows = await read({ tenantId }, (reader) =>
      reader
        .select()
        .from(tenantKeys)
        .where(eq(tenantKeys.tenantId, tenantId))
        .orderBy(asc(tenantKeys.purpose), asc(tenantKeys.testMode), asc(tenantKeys.notAfter)),
    )
    keys.push(...rows.map((row) => summarize(tenantId, row)))
  }
  return keys
}

function summarize(
  tenantId: number | null,
  {
    purpose,
    testMode,
    certificate,
    notAfter: end,
  }: Omit<KeySummary, 'keyId' | 'tenantId'> & { certificate: Uint8Array },
): KeySummary {
  return { tenantId, purpose, testMode, keyId: getKeyId(certificate), notAfter: end }
}

/** A new key, and the brought one that signs in its place while it is there. */
export interface Successor {
  key: KeySummary
  signsInstead: 'AUTHORITY_KEY' | 'SEAL_KEY' | 'own seal' | null
}

/** Gives a tenant a new authority, which issues the certificates of its signers from now on, unless AUTHORITY_KEY does. */
export function renewAuthorityOf(tenantId: number): Promise<Successor> {
  return renew(tenantId, 'authority', async (tx, ctx) => ({
    keyPair: await renewAuthority(tx, ctx),
    signsInstead: env().keys.authority && 'AUTHORITY_KEY',
  }))
}

/**
 * Gives a tenant a new seal of the platform, with a new authority where the present one ends no later. It seals from now
 * on, unless the tenant or the operator brings a seal.
 */
export function renewSealOf(tenantId: number): Promise<Successor> {
  return renew(tenantId, 'seal', async (tx, ctx) => {
    const brought = await openTenantSeal(ctx, (await findSeal(tx, ctx)) ?? undefined)
    return {
      keyPair: await renewSeal(tx, ctx),
      signsInstead: brought ? 'own seal' : env().keys.seal && 'SEAL_KEY',
    }
  })
}

async function renew(
  tenantId: number,
  purpose: 'authority' | 'seal',
  make: (tx: Tx, ctx: Ctx) => Promise<Pick<Successor, 'signsInstead'> & { keyPair: KeyPair }>,
): Promise<Successor> {
  await findTenant(tenantId)
  const ctx = makeOperatorCtx(tenantId)
  const { keyPair, signsInstead } = await write(ctx, (tx) => make(tx, ctx))
  const { certificate } = keyPair
  const key = summarize(tenantId, { purpose, testMode: false, certificate, notAfter: notAfter(certificate) })
  return { key, signsInstead }
}

/** What `addAppSecret` has done; where the data folder keeps the secret, `oldPath` is that of the old one. */
export type AddedSecret = { secret: string; isGiven: boolean } | { oldPath: string }

/** Makes the installation key accessible with a second secret: APP_SECRET_NEXT, or a new one. Both work then. */
export async function addAppSecret(): Promise<AddedSecret> {
  const { appSecretConfigured, nextAppSecret, dataDir } = env()
  const next = nextAppSecret ?? makeSecret()
  await withOwner((client) => {
    // Read only now, as it would be created where there is none.
    if (next === env().appSecret)
      throw refusal('APP_SECRET_NEXT is the present secret: give another one, or none.')
    return addSecret(client, next)
  })
  if (appSecretConfigured) return { secret: next, isGiven: nextAppSecret !== null }
  return { oldPath: replaceInstallationSecret(dataDir, next) }
}

/** Leaves access to the installation key with APP_SECRET only. @returns how many secrets no longer work */
export function retireAppSecrets(): Promise<number> {
  return withOwner((client) => retireOtherSecrets(client, env().appSecret))
}
