import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import {
  currentKey,
  ensureAuthority,
  ensureRoot,
  formatCommonName,
  fullValidity,
  lockTenant,
  storeKey,
  tenantName,
  untilAuthorityExpires,
} from './authorities.ts'
import { getKeyId, makeAuthority, makeSeal, notAfter } from './certificates.ts'
import type { KeyPair } from './key-pair.ts'

/*
 * A successor before its time, in live mode: the service makes one by itself ten years before a key ends. The earlier
 * key stays, so that what it has signed can be verified; nothing is signed with it any more.
 */

/** A new authority, which issues the certificates of signers from now on. */
export async function renewAuthority(tx: Tx, ctx: Ctx): Promise<KeyPair> {
  await lockTenant(tx, ctx)
  const before = await currentKey(tx, ctx, 'authority', false)
  const root = await ensureRoot(tx, ctx, false)
  const organization = await tenantName(tx, ctx)
  const commonName = formatCommonName('Paraph authority', organization, false)
  const after = await makeAuthority({ commonName, organization }, fullValidity(ctx, 'authority'), root)
  return store(tx, ctx, 'authority', before, after)
}

/** A new seal of the platform, with a new authority unless the present one outlives the present seal. */
export async function renewSeal(tx: Tx, ctx: Ctx): Promise<KeyPair> {
  await lockTenant(tx, ctx)
  const before = await currentKey(tx, ctx, 'seal', false)
  const present = (await ensureAuthority(tx, ctx, false)).keyPair
  const authority = before && !outlives(present, before) ? await renewAuthority(tx, ctx) : present
  const organization = await tenantName(tx, ctx)
  const commonName = formatCommonName('Paraph seal', organization, false)
  const after = await makeSeal({ commonName, organization }, untilAuthorityExpires(authority, ctx), authority)
  return store(tx, ctx, 'seal', before, after)
}

/** The key that is valid longest is used: a successor must be valid for longer. */
async function store(
  tx: Tx,
  ctx: Ctx,
  purpose: 'authority' | 'seal',
  before: KeyPair | null,
  after: KeyPair,
): Promise<KeyPair> {
  if (before && !outlives(after, before))
    throw new AppError(
      'invalid_state',
      `A new key would not be valid for longer than the present one, until ${notAfter(before.certificate).toISOString()}.`,
    )
  await storeKey(tx, ctx, purpose, false, after)
  const from = before && getKeyId(before.certificate)
  const changes = { [`${purpose}_key`]: { from, to: getKeyId(after.certificate) } }
  await record(tx, ctx, { type: 'tenant.updated', subject: { tenant: ctx.tenantId }, data: { changes } })
  return after
}

function outlives(one: KeyPair, other: KeyPair): boolean {
  return notAfter(one.certificate) > notAfter(other.certificate)
}
