import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { findLatestConsents, type HashedConsent } from '../consent/current-consent.ts'
import { consentLocales } from '../consent/limits.ts'
import type { AccountRecord } from '../schema.ts'
import { findLogo, toLogoUrl } from './logo.ts'
import { findUsage } from './quotas.ts'

/** The tenant with its quotas and the current user. */
export async function getAccount(ctx: Ctx): Promise<AccountRecord> {
  authorize(ctx, 'account.read')
  return read(ctx, (reader) => presentAccount(reader, ctx))
}

/** The API record of the account. */
export async function presentAccount(reader: Reader, ctx: Ctx): Promise<AccountRecord> {
  const user = presentUser(ctx)
  const { documents, signatures, ...tenant } = await findUsage(reader, ctx.tenantId, ctx.now)
  const logo = await findLogo(reader, ctx)
  return {
    tenant: {
      name: tenant.name,
      subscription_type: tenant.subscriptionType,
      retention_years: tenant.retentionYears,
      delete_after_retention: tenant.deleteAfterRetention,
      end_notice_days: tenant.endNoticeDays,
      email_confirmed: !ctx.unconfirmed,
      suspended: ctx.suspended === true,
      refuse_active_content: tenant.refuseActiveContent,
      color: tenant.color,
      reply_to: tenant.replyTo,
      locale: tenant.locale,
      expires_in_days: tenant.expiresInDays,
      reminder_days: tenant.reminderDays,
      signature_kinds: tenant.signatureKinds,
      embed_origins: tenant.embedOrigins,
      show_signing_links: tenant.showSigningLinks,
      require_second_factor: tenant.requireSecondFactor,
      session_idle_minutes: tenant.sessionIdleMinutes,
      logo_url: logo && toLogoUrl(logo),
      consent: presentConsents(await findLatestConsents(reader, ctx)),
      quotas: {
        documents_limit: documents.limit,
        documents_used: documents.used,
        signatures_limit: signatures.limit,
        signatures_used: signatures.used,
      },
    },
    user,
    test_mode: ctx.testMode,
  }
}

function presentUser({ actor }: Ctx): AccountRecord['user'] {
  if (actor.type !== 'user' && actor.type !== 'api_key') throw forbidden()
  const { id, name, email, role } = actor.type === 'user' ? actor : actor.creator
  return { id, name, email, role }
}

function presentConsents(latest: ReadonlyMap<string, HashedConsent>): AccountRecord['tenant']['consent'] {
  const texts = consentLocales.map((locale) => [locale, latest.get(locale)?.text ?? null])
  return Object.fromEntries(texts) as AccountRecord['tenant']['consent']
}
