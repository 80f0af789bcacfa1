import { templateLinks } from '#db/schema/templates'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { type FieldErrors, forbidden, throwIfInvalid } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { findStoredPresetErrors } from '#lib/processes/fields/presets'
import { findTemplate, loadWholeTemplate, lockTemplate } from '../load.ts'
import { findTemplateErrors } from '../sendable.ts'
import { presentLink } from './present.ts'
import { findLinkErrors, findVisitorRole } from './rules.ts'
import type { CreateTemplateLink, TemplateLinkRecord } from './schema.ts'
import { newLinkToken } from './token.ts'

/** Makes a reusable link for a template; the processes of its visitors are created and sent in the caller's name. */
export async function createLink(
  ctx: Ctx,
  id: number,
  input: CreateTemplateLink,
): Promise<TemplateLinkRecord> {
  authorize(ctx, 'template.write')
  authorize(ctx, 'template.read')
  authorize(ctx, 'process.send')
  const { actor } = ctx
  if (actor.type !== 'user' && actor.type !== 'api_key') throw forbidden()
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null
  const { fields } = await read(ctx, (reader) => findTemplate(reader, ctx, id))
  const presetErrors = await findStoredPresetErrors(ctx, fields)
  return write(ctx, async (tx) => {
    const whole = await loadWholeTemplate(tx, ctx, await lockTemplate(tx, ctx, id))
    const { roles } = whole.template
    const errors: FieldErrors = {}
    if (expiresAt && expiresAt <= ctx.now) errors.expires_at = [errorText('identity.dateInPast')]
    const visitor = findVisitorRole(roles, input.signers, input.role, errors)
    if (visitor) Object.assign(errors, findLinkErrors(roles, visitor.name, input.signers))
    const ofTemplate = Object.values({
      ...(await findTemplateErrors(tx, ctx, whole)),
      ...presetErrors,
    }).flat()
    if (ofTemplate.length > 0) errors.role = [...(errors.role ?? []), ...ofTemplate]
    throwIfInvalid(errors)
    const [link] = await tx
      .insert(templateLinks)
      .values({
        tenantId: ctx.tenantId,
        templateId: id,
        ...newLinkToken(),
        visitorRole: visitor!.name,
        people: input.signers,
        maxUses: input.limit ?? null,
        expiresAt,
        actor,
        address: ctx.address,
        testMode: ctx.testMode,
        createdByName: createdBy(ctx).createdByName,
        createdAt: ctx.now,
      })
      .returning()
    await record(tx, ctx, {
      type: 'template.link_created',
      subject: { template: id },
      data: {
        template_id: id,
        link_id: link!.id,
        role: link!.visitorRole,
        limit: link!.maxUses,
        expires_at: expiresAt?.toISOString() ?? null,
        test_mode: ctx.testMode,
      },
    })
    return presentLink(link!, ctx.now, null)
  })
}
