import { QrCode as QrIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { useInvalidatingMutation } from '#components/api/mutations.ts'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { asError } from '#components/i18n/error-translator.ts'
import { useCan } from '#components/shell/account.ts'
import { ConfirmButton } from '#components/shell/confirm-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyField } from '#components/ui/copy/copy-field.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { QrCode } from '#components/ui/lazy/qr-code.ts'
import { Time } from '#components/ui/time.tsx'
import type { TemplateLinkRecord } from '#lib/templates/links/schema'

interface TemplateLinkProps {
  link: TemplateLinkRecord
  /** Whether the dialog with the link and its QR code is open. */
  isShared: boolean
  onShare: (isShared: boolean) => void
}

/** A reusable link in the list of its template. */
export function TemplateLink(props: TemplateLinkProps) {
  const { link } = props
  const t = useTranslations('templates.links')
  const translate = useErrorTranslator(link.problem !== null)
  const { status, uses, limit, problem, problem_detail: detail, expires_at: expiresAt } = link
  const isUnavailable = status === 'unavailable'
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Badge tone={status === 'active' ? 'good' : 'plain'}>{t(status)}</Badge>
        <span className="figures text-sm">
          {limit === null ? t('uses', { uses }) : t('usesOf', { uses, limit })}
        </span>
      </div>
      <div className="text-sm break-words text-ink-soft">
        <p>{t('role', { role: link.role })}</p>
        <p>
          {status !== 'active'
            ? t.rich('made', { day: () => <Time at={link.created_at} show="day" /> })
            : expiresAt
              ? t.rich('until', { day: () => <Time at={expiresAt} show="day" /> })
              : t('always')}
        </p>
      </div>
      {problem ? (
        <p className="text-sm text-danger">
          {t(isUnavailable ? 'unavailableProblem' : 'problem', {
            problem: translate(asError(problem, detail)),
          })}
        </p>
      ) : null}
      {status === 'active' || isUnavailable ? <LinkActions {...props} /> : null}
    </li>
  )
}

function LinkActions({ link, isShared, onShare }: TemplateLinkProps) {
  const t = useTranslations('templates.links')
  const mayWrite = useCan('template.write')
  const end = useInvalidatingMutation(['templates', link.template_id, 'links'], () =>
    api('DELETE /templates/{id}/links/{link}', { path: { id: link.template_id, link: link.id } }),
  )
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onShare(true)}>
        <QrIcon className="size-4" aria-hidden="true" />
        {t('show')}
      </Button>
      {mayWrite ? (
        <ConfirmButton
          label={t('end')}
          button={{ size: 'sm', variant: 'quiet' }}
          title={t('endTitle')}
          description={t('endText')}
          confirmLabel={t('end')}
          danger
          action={end}
          onConfirm={(onSuccess) => end.mutate(undefined, { onSuccess })}
        />
      ) : null}
      <Dialog
        open={isShared}
        onOpenChange={onShare}
        title={t('shownTitle')}
        description={t('shownText')}
        wide="sideways"
      >
        <div className="flex flex-col gap-5 sideways:flex-row-reverse sideways:items-center">
          <QrCode text={link.url} label={t('qr')} file={{ name: t('qrFile'), label: t('qrDownload') }} />
          <div className="sideways:grow">
            <CopyField variant="primary" label={t('url')} value={link.url} />
          </div>
        </div>
      </Dialog>
    </div>
  )
}
