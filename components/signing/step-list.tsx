'use client'

import { Check, Circle } from 'lucide-react'
import { cx } from '#components/ui/cx.ts'
import { useSigningSession } from './session/context.ts'
import { getLabel } from './zone/use-zone.ts'

/** The list of fields, on wide screens beside the documents. */
export function StepList() {
  const { steps, open, filled, current, t, goTo } = useSigningSession()
  if (steps.length === 0) return null
  return (
    <nav aria-label={t.yourFields} className="mt-8 hidden lg:block">
      <h2 className="border-b border-rule pb-2 text-sm font-medium">{t.yourFields}</h2>
      <ol className="mt-1">
        {steps.map((field) => {
          const ready = filled.has(field.id) && !open.has(field.id)
          const Icon = ready ? Check : Circle
          return (
            <li key={field.id}>
              <button
                type="button"
                onClick={() => goTo(field)}
                aria-current={current === field.id ? 'step' : undefined}
                className={cx(
                  'flex min-h-9 w-full items-center gap-2.5 rounded-md px-1.5 py-1 text-start text-sm hover:bg-well',
                  current === field.id ? 'font-medium text-ink' : 'text-ink-soft',
                )}
              >
                <Icon
                  className={cx(
                    'size-4 shrink-0',
                    ready ? 'text-good' : field.required ? 'text-warn' : 'text-ink-faint',
                  )}
                  aria-hidden="true"
                />
                <span className="line-clamp-3 min-w-0">{getLabel(field, t)}</span>
                {field.required ? null : <span className="ms-auto text-xs text-ink-faint">{t.optional}</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
