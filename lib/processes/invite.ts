import { and, asc, eq, inArray } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { newLink } from './link.ts'
import type { SignerRow } from './present.ts'
import { nextToInvite } from './turns.ts'

/** Invites everybody whose turn has come: their link is made, and the event tells whoever writes to them. */
export async function inviteNext(tx: Tx, ctx: Ctx, process: { id: number }): Promise<void> {
  await invite(tx, ctx, process, nextToInvite(await signersOf(tx, ctx, process.id)))
}

/** Invites those who get a copy, and viewers still waiting: everything is signed. */
export async function inviteRest(tx: Tx, ctx: Ctx, process: { id: number }): Promise<void> {
  const people = await signersOf(tx, ctx, process.id)
  await invite(
    tx,
    ctx,
    process,
    people.filter((signer) => signer.status === 'pending'),
  )
}

/** The people of a process, in their order. */
export function signersOf(reader: Reader, ctx: Ctx, processId: number): Promise<SignerRow[]> {
  return reader
    .select()
    .from(signers)
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, processId)))
    .orderBy(asc(signers.order), asc(signers.id))
}

async function invite(tx: Tx, ctx: Ctx, process: { id: number }, people: SignerRow[]): Promise<void> {
  for (const signer of people) {
    const [invited] = await tx
      .update(signers)
      .set({ status: 'notified', invitedAt: ctx.now, ...newLink() })
      .where(
        and(
          eq(signers.tenantId, ctx.tenantId),
          eq(signers.id, signer.id),
          inArray(signers.status, ['pending']),
        ),
      )
      .returning({ id: signers.id })
    if (!invited) continue
    const { name, email, role, order } = signer
    await record(tx, ctx, {
      type: 'signature.invited',
      subject: { process: process.id },
      data: { process_id: process.id, signer_id: signer.id, name, email, role, order },
    })
  }
}
