import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { senderDomains } from '#db/schema/mail'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { randomToken } from '#lib/core/ids'
import { domainOf, encryptDkimKey, findSender } from '#lib/mail/sender'
import { authorize } from '#lib/policy'
import { lockCredential } from '../sessions/credential.ts'
import { presentSender } from './present.ts'
import type { SenderRecord, SenderSettings } from './schema.ts'

/** What every mail server verifies; Ed25519 (RFC 8463) is not there yet. */
const KEY_BITS = 2048

/** Sets who the tenant's emails come from. Another domain gets a key of its own and has to be verified first. */
export async function setSender(ctx: Ctx, { name, address }: SenderSettings): Promise<SenderRecord> {
  authorize(ctx, 'tenant.secure')
  const keys = await makeKeys(ctx.tenantId)
  return write(ctx, async (tx) => {
    await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, ctx.tenantId)).for('no key update')
    await lockCredential(tx, ctx)
    const before = await findSender(tx, ctx)
    if (before?.name === name && before.address === address) return presentSender(before)
    const isSameDomain = before !== null && domainOf(before.address) === domainOf(address)
    const settings = { name, address, updatedAt: ctx.now }
    const row = isSameDomain
      ? { ...before, ...settings }
      : { ...{ tenantId: ctx.tenantId, ...settings, ...keys }, ...notChecked }
    await tx
      .insert(senderDomains)
      .values(row)
      .onConflictDoUpdate({ target: senderDomains.tenantId, set: row })
    await record(tx, ctx, {
      type: 'tenant.sender_changed',
      subject: { tenant: ctx.tenantId },
      data: { name, address },
    })
    return presentSender(row)
  })
}

const notChecked = { tokenFound: false, keyFound: false, checkedAt: null, verifiedAt: null, lostAt: null }

async function makeKeys(tenantId: number) {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  })
  return {
    token: randomToken(),
    // Other services, and other organisations of this one, may sign for the same domain.
    selector: `paraph-${randomUUID().slice(0, 8)}`,
    privateKey: encryptDkimKey(tenantId, privateKey),
    publicKey,
  }
}
