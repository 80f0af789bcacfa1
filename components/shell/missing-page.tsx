'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { textKeys } from '#components/api/client.ts'
import { useAccount } from '#components/shell/account.ts'
import { TestModeSwitch } from '#components/shell/frame/test-mode.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import type { ErrorCode } from '#lib/core/errors'

/** A page that the user may not open: by the role, or for the reason that the code names. */
export function NoAccess({ code }: { code: ErrorCode }) {
  const t = useTranslations()
  const role = useAccount().data?.user.role
  const reason = textKeys[code]
  return (
    <PageBody narrow>
      <PageHead
        title={t('shell.noAccess.title')}
        up={{ href: '/overview', label: t('shell.nav.overview') }}
      />
      <p className="text-ink-soft">
        {reason
          ? t(`api.errors.${reason}`)
          : t('shell.noAccess.text', { role: role ? t(`common.roles.${role}`) : '' })}
      </p>
    </PageBody>
  )
}

/** The page of a record that does not exist in the tenant, or not in this mode. The link of an email may name the mode. */
export function NotFound() {
  const t = useTranslations('shell')
  const router = useRouter()
  const isTest = useAccount().data?.test_mode ?? false
  const isTestLink = useSearchParams().get('mode') === 'test'
  const shownMode = useRef(isTest)
  useEffect(() => {
    if (shownMode.current === isTest) return
    shownMode.current = isTest
    router.refresh()
  }, [isTest, router])
  return (
    <PageBody narrow>
      <PageHead title={t('notFound.title')} up={{ href: '/overview', label: t('nav.overview') }} />
      <p className="mb-5 text-ink-soft">
        {t(isTestLink && !isTest ? 'notFound.linkToTestMode' : 'notFound.text')}
      </p>
      {isTestLink && isTest ? null : (
        <TestModeSwitch hint={t(isTest ? 'notFound.switchTestModeOff' : 'notFound.switchTestModeOn')} />
      )}
    </PageBody>
  )
}
