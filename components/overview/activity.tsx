'use client'

import { useTranslations } from 'use-intl'
import { Section } from '#components/ui/card.tsx'
import { MonthChart } from '#components/ui/charts/month-chart.tsx'
import type { ProcessStatistics } from '#lib/processes/schema'

const MONTHS_SHOWN = 6

/** The processes sent and completed in the last months. */
export function Activity({ statistics }: { statistics: ProcessStatistics }) {
  const t = useTranslations('overview.activity')
  return (
    <Section title={t('title')}>
      <MonthChart
        label={t('title')}
        months={statistics.by_month
          .slice(-MONTHS_SHOWN)
          .map(({ month, sent, completed }) => ({ month, values: [sent, completed] }))}
        series={[
          { name: t('sent'), bar: 'accent' },
          { name: t('completed'), bar: 'good' },
        ]}
      />
    </Section>
  )
}
