import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import type { Sound } from '#lib/core/sound'
import { findDocuments } from '#lib/documents/find'
import { authorize } from '#lib/policy'
import { patternFaults } from '#lib/processes/patterns'
import type { RoleInput, UpdateTemplate, UseTemplate } from './input.ts'
import { findTemplate, wholeTemplate } from './load.ts'
import { paperFaults } from './paper.ts'
import { castFaults } from './rules.ts'
import { planFaults } from './zones.ts'

/** What is wrong with the documents and zones of a template, or of a new one, as far as they can be read. */
export async function templateFaults(
  ctx: Ctx,
  id: number | null,
  input: Sound<UpdateTemplate>,
): Promise<FieldErrors> {
  authorize(ctx, 'template.write')
  const { fields = [] } = input
  const faults = await patternFaults(fields)
  await read(ctx, async (reader) => {
    const held = id === null ? null : await findTemplate(reader, ctx, id)
    const before = held && (await wholeTemplate(reader, ctx, held))
    const wanted = input.documents ?? before?.documents.map((paper) => ({ id: paper.documentId })) ?? []
    const ids = wanted.flatMap((paper) => paper.id ?? [])
    const papers = await findDocuments(reader, ctx, ids)
    Object.assign(faults, paperFaults(wanted, papers))
    const roles = (input.roles ?? held?.roles ?? []).filter(isNamed)
    // Of a zone's document or role nothing can be said while there are some that cannot be read.
    const papersKnown = ids.length === wanted.length
    const rolesKnown = !input.roles || roles.length === input.roles.length
    const zones = fields.map((zone) => ({
      ...zone,
      document_id: papersKnown ? zone.document_id : undefined,
      role: rolesKnown ? zone.role : undefined,
    }))
    planFaults(zones, { papers, roles }, faults)
  })
  return faults
}

/** What is wrong with the people for a template's roles. */
export function useFaults(ctx: Ctx, id: number, { signers = [] }: Sound<UseTemplate>): Promise<FieldErrors> {
  authorize(ctx, 'template.read')
  authorize(ctx, 'process.write')
  return read(ctx, async (reader) => castFaults((await findTemplate(reader, ctx, id)).roles, signers))
}

function isNamed(role: Sound<RoleInput>): role is Pick<RoleInput, 'name' | 'role'> {
  return role.name !== undefined && role.role !== undefined
}
