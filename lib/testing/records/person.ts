import { now } from '#lib/core/clock'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord } from '#lib/processes/schema'
import { enterSigning } from '#lib/signing/enter'
import { refuseSigning } from '#lib/signing/refuse'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import type { TestTenant } from '../users/tenant.ts'
import { addCompleted } from './completed.ts'
import { addDraft } from './records.ts'
import { addSentProcess, openLink, runRevisions, typedSignature } from './signing-session.ts'

/** A process of every kind in which the person is a signer, before another one. */
export interface ProcessesOfPerson {
  draft: ProcessRecord
  cancelled: ProcessRecord
  /** The person has signed, and the other signer refused. */
  refused: ProcessRecord
  completed: ProcessRecord
}

/** Makes them; the address is spelled with a capital. */
export async function addPerson(caller: TestTenant, email: string): Promise<ProcessesOfPerson> {
  const person = { name: 'Ada Lovelace', email: email.replace(/^./, (first) => first.toUpperCase()) }
  const signers = [
    { ...person, phone: '+431234567' },
    { name: 'Bob Other', email: `other.${email}` },
  ]
  const zones = [{ type: 'text' as const, label: 'City' }]
  const draft = await addDraft(caller, { name: 'Draft', signers })
  const cancelled = await addSentProcess(caller, { name: 'Cancelled', signers })
  await runRevisions(caller, cancelled)
  await cancelProcess(caller.ctx, cancelled.id, {})
  const refused = await addSentProcess(caller, { name: 'Refused', signers, zones })
  await runRevisions(caller, refused)
  const first = await enter(caller, refused.signers[0]!.id)
  const city = refused.fields.find((field) => field.type === 'text')!
  await signProcess(first, SignInput.parse(typedSignature([{ field_id: city.id, value: 'Vienna' }])))
  await runRevisions(caller, refused)
  await refuseSigning(await enter(caller, refused.signers[1]!.id), { reason: 'No.' })
  const completedProcess = await addCompleted(caller, { name: 'Completed', signers: signers.slice(0, 1) })
  const [draftNow, cancelledNow, refusedNow, completedNow] = await Promise.all(
    [draft, cancelled, refused, completedProcess].map(({ id }) => getProcess(caller.ctx, id)),
  )
  return { draft: draftNow!, cancelled: cancelledNow!, refused: refusedNow!, completed: completedNow! }
}

async function enter(caller: TestTenant, signerId: number) {
  return enterSigning(await openLink(caller, signerId), { ...caller.ctx, now: now() })
}
