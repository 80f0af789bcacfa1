'use client'

import { useRouter } from 'next/navigation'
import { Suspense, use } from 'react'
import { useTranslations } from 'use-intl'
import { OperatorHead } from '#components/operator/operator-frame.tsx'
import { PageBody } from '#components/shell/page-head.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { Skeleton } from '#components/ui/states.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Certificates } from '#lib/operator/dashboard/certificates'
import type { Finding } from '#lib/operator/doctor/outcome'

interface ChecksPageProps {
  /** Each comes when its check has ended. */
  findings: Promise<Finding>[]
  certificates: Promise<Certificates>
  /** Changes with each load of the page. */
  loadedAt: string
}

/** What `doctor` finds, and when certificates end. */
export function ChecksPage({ findings, certificates, loadedAt }: ChecksPageProps) {
  const t = useTranslations('operator.checks')
  const router = useRouter()
  return (
    <PageBody>
      <OperatorHead page="checks" actions={<Button onClick={() => router.refresh()}>{t('again')}</Button>} />
      <noscript>
        <p className="mb-4 text-ink-soft">{t('withoutScripts')}</p>
      </noscript>
      <ul className="divide-y divide-rule border-y border-rule">
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the checks have their order, and no names before they end.
          <li key={`${loadedAt} ${index}`} className="py-3">
            <Suspense fallback={<Pending />}>
              <CheckResult finding={finding} />
            </Suspense>
          </li>
        ))}
      </ul>
      <Section title={t('certificates')} className="mt-10">
        <Suspense key={loadedAt} fallback={<Pending />}>
          <CertificateEnds certificates={certificates} />
        </Suspense>
      </Section>
    </PageBody>
  )
}

function Pending() {
  const t = useTranslations('operator.checks')
  return (
    <p role="status" aria-label={t('running')} className="flex h-6 items-center gap-4">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-4 w-2/5" />
    </p>
  )
}

const tones: Record<Finding['status'], Tone> = { passed: 'good', warning: 'warn', failed: 'danger' }

function CheckResult({ finding }: { finding: Promise<Finding> }) {
  const t = useTranslations('operator.checks')
  const result = use(finding)
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_6rem_minmax(0,1fr)]">
      <span lang="en" className="font-medium first-letter:uppercase">
        {result.check}
      </span>
      <Badge tone={tones[result.status]}>{t(`status.${result.status}`)}</Badge>
      <div lang="en" className="min-w-0 break-words whitespace-pre-line">
        <p>{result.message}</p>
        {result.status === 'passed' ? null : <p className="mt-1 text-ink-soft">{result.remedy}</p>}
      </div>
    </div>
  )
}

const named = ['root', 'test_root', 'time_stamping'] as const
/** The others have the name of a variable. */
const isNamed = (name: string): name is (typeof named)[number] => named.some((each) => each === name)

function CertificateEnds({ certificates }: { certificates: Promise<Certificates> }) {
  const t = useTranslations('operator.checks')
  const { certificates: ends, dueStamps } = use(certificates)
  const rows = ends.map(({ name, notAfter }) => ({
    name: isNamed(name) ? t(`names.${name}`) : name,
    value: notAfter ? <Time at={notAfter.toISOString()} show="day" /> : t('unreadable'),
  }))
  return <Facts rows={[...rows, { name: t('stamps'), value: t('dueStamps', { count: dueStamps }) }]} />
}
