'use client'

import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import { useMonthName, useNumbers } from '#components/ui/time.tsx'

interface MonthChartProps {
  label: string
  /** Oldest first; a value for each of `series`. */
  months: { month: string; values: number[] }[]
  series: { name: string; bar: keyof typeof barClasses }[]
  format?: (value: number) => string
}

const barClasses = { accent: 'bg-accent', good: 'bg-good' }

/** Bars by month, and the same numbers as a table for screen readers. */
export function MonthChart({ label, months, series, format }: MonthChartProps) {
  const t = useTranslations('common')
  const formatNumber = useNumbers()
  const monthName = useMonthName()
  const text = format ?? formatNumber
  const highest = Math.max(1, ...months.flatMap(({ values }) => values))
  const fullName = (month: string) => monthName(month, { month: 'long', year: 'numeric' })
  return (
    <figure>
      {series.length > 1 ? (
        <figcaption aria-hidden="true" className="mb-3 flex flex-wrap gap-x-4 text-sm text-ink-soft">
          {series.map(({ name, bar }) => (
            <span key={name} className="inline-flex items-center gap-2">
              <span data-bar="" className={cx('size-2.5 rounded-sm', barClasses[bar])} />
              {name}
            </span>
          ))}
        </figcaption>
      ) : null}
      <p
        aria-hidden="true"
        className="figures border-b border-dashed border-rule pb-0.5 text-xs text-ink-soft"
      >
        {text(highest)}
      </p>
      <div aria-hidden="true" className="flex">
        {months.map(({ month, values }) => (
          <div
            key={month}
            className="min-w-0 flex-1"
            title={`${fullName(month)}: ${values.map((value) => text(value)).join(' / ')}`}
          >
            <div className="flex h-28 items-end justify-center gap-0.5 border-b border-rule-strong px-0.5">
              {series.map(({ name, bar }, index) => (
                <div
                  key={name}
                  data-bar=""
                  className={cx('w-full max-w-6 rounded-t-sm', barClasses[bar])}
                  style={{ height: `${(values[index]! / highest) * 100}%` }}
                />
              ))}
            </div>
            <p className="mt-1 flex justify-center text-xs whitespace-nowrap text-ink-soft">
              <span className="max-sm:hidden">{monthName(month, { month: 'short' })}</span>
              <span className="sm:hidden">{monthName(month, { month: 'narrow' })}</span>
            </p>
          </div>
        ))}
      </div>
      {/* A table is not narrower than its content, so the class is on an element around it. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('month')}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, values }) => (
              <tr key={month}>
                <th scope="row">{fullName(month)}</th>
                {series.map(({ name }, index) => (
                  <td key={name}>{text(values[index]!)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
