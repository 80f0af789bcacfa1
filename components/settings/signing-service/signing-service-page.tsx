'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import {
  signingServiceQuery,
  useRemoveSigningService,
  useTestSigningService,
} from '#components/settings/queries.ts'
import { RemoveButton } from '#components/settings/remove-button.tsx'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { SigningServiceForm } from '#components/settings/signing-service/signing-service-form.tsx'
import { PageBody } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { CopyField } from '#components/ui/copy/copy-field.tsx'
import { Time } from '#components/ui/time.tsx'
import type { SigningServiceRecord } from '#lib/keys/signing-service/schema'

/** The remote signing service that makes advanced and qualified signatures; for administrators. */
export function SigningServicePage() {
  const t = useTranslations('settings.signingService')
  const service = useQuery({ ...signingServiceQuery, select: (body) => body.data })
  const isSet = service.data?.url != null
  const remove = useRemoveSigningService()
  return (
    <PageBody>
      <SettingsHead page="signingService" />
      <QueryErrorMessage error={service.error} className="mb-6" onRetry={() => service.refetch()} />
      {service.data ? (
        <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2">
          <Section
            title={t('access')}
            headerActions={isSet ? <RemoveButton subject="signingService" remove={remove} /> : null}
          >
            <SigningServiceForm service={service.data} />
          </Section>
          {/* First on a phone, because the provider must know the address before the form can be filled in. */}
          <div className="order-first flex flex-col gap-10 xl:order-none">
            {isSet ? <Connection service={service.data} /> : null}
            <Section title={t('atProvider')}>
              <CopyField
                label={t('callbackUrl')}
                hint={t('callbackUrlHint')}
                value={service.data.callback_url}
              />
            </Section>
          </div>
        </div>
      ) : null}
    </PageBody>
  )
}

/** Which service it is, and whether it answers now. */
function Connection({ service }: { service: SigningServiceRecord }) {
  const t = useTranslations('settings.signingService')
  const test = useTestSigningService()
  return (
    <Section title={t('connection')}>
      <Facts
        rows={[
          { name: t('name'), value: service.name },
          { name: t('since'), value: service.updated_at ? <Time at={service.updated_at} /> : null },
        ]}
      />
      <QueryErrorMessage error={test.error} className="mt-4" />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {t('test')}
        </Button>
        <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
          {test.isSuccess && !test.isPending ? (
            <>
              <CircleCheck className="size-4 shrink-0 text-accent" aria-hidden="true" />
              {t('answers', { name: test.data.data.name, version: test.data.data.specs })}
            </>
          ) : null}
        </p>
      </div>
    </Section>
  )
}
