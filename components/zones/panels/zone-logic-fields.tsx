'use client'

import { useTranslations } from 'use-intl'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import {
  type Comparison,
  type Condition,
  comparisons,
  findTargetLabel,
  findZoneLogicErrors,
  getComparison,
  labelledZones,
  makeCondition,
} from '#components/zones/model/zone-logic.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { ConditionNumberInput } from '#components/zones/panels/number-input.tsx'

interface LogicProps {
  editor: Editor
  zone: DraftZone
  change: (part: Partial<DraftZone>, undoGroup?: string) => void
}

/** When the zone is shown, and how its value is calculated. */
export function ZoneLogicFields({ editor, zone, change }: LogicProps) {
  const t = useTranslations('zones.logic')
  const otherZones = labelledZones(zone, editor.zones)
  const errors = findZoneLogicErrors(editor.zones).filter((error) => error.zone === zone)
  const translateError = useErrorTranslator(errors.length > 0)
  const getError = (member: string) => {
    const error = errors.find((candidate) => candidate.member === member)
    return error && translateError(error.text)
  }
  const { condition } = zone
  const chosen = condition ? findTargetLabel(condition, otherZones.keys()) : ''
  const labels = [...new Set([...otherZones.keys(), ...(chosen ? [chosen] : [])])]
  return (
    <>
      {zone.type === 'number' ? (
        <Field
          label={t('calculate')}
          optional
          error={getError('formula')}
          hint={t('calculateHint', { example: `{{${t('exampleLabel')}}} * 2.5` })}
        >
          <Input
            value={zone.formula}
            maxLength={500}
            onChange={(event) => change({ formula: event.target.value }, 'formula')}
          />
        </Field>
      ) : null}
      <Field
        label={t('showIf')}
        optional
        error={getError('condition')}
        hint={labels.length === 0 ? t('showIfHint') : undefined}
      >
        <Select
          value={chosen}
          disabled={labels.length === 0}
          onChange={({ target: { value } }) =>
            change({ condition: value ? { field: value, filled: true } : null })
          }
        >
          <option value="">{t('always')}</option>
          {labels.map((label) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {condition ? (
        <Comparisons
          key={`${zone.key} ${condition.field}`}
          condition={condition}
          locale={editor.locale}
          target={otherZones.get(chosen)}
          onChange={(condition, undoGroup) => change({ condition }, undoGroup)}
        />
      ) : null}
    </>
  )
}

interface ComparisonsProps {
  condition: Condition
  /** The language of the process. */
  locale: string
  target: DraftZone | undefined
  onChange: (condition: Condition, undoGroup?: string) => void
}

/** How the other field is compared, and the value that it is compared with. */
function Comparisons({ condition, locale, target, onChange }: ComparisonsProps) {
  const t = useTranslations('zones.logic')
  const comparison = getComparison(condition)
  const text = condition.equals ?? condition.not_equals ?? ''
  const options = target?.options.map((option) => option.trim()).filter(Boolean) ?? []
  const isTicked = target?.type === 'checkbox' && condition.filled !== undefined
  const choices: [Comparison, string][] = isTicked
    ? [
        ['filled', t('ticked')],
        ['empty', t('notTicked')],
      ]
    : comparisons.map((name) => [name, t(name)])
  const changeComparison = (next: Comparison) =>
    onChange(makeCondition(condition.field, next, text || (options[0] ?? '')))
  const changeValue = (value: string) =>
    onChange(makeCondition(condition.field, comparison, value), 'condition')
  return (
    <div className="flex gap-2 *:flex-1">
      <Field label={t('comparison')} hideLabel>
        <Select value={comparison} onChange={({ target }) => changeComparison(target.value as Comparison)}>
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {condition.filled !== undefined ? null : target?.type === 'number' ? (
        <ConditionNumberInput label={t('value')} value={text} locale={locale} onChange={changeValue} />
      ) : (
        <Field label={t('value')} hideLabel>
          {options.length > 0 ? (
            <Select value={text} onChange={(event) => changeValue(event.target.value)}>
              {[...new Set([...options, text])].map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </Select>
          ) : (
            <Input
              type={target?.type === 'date' ? 'date' : 'text'}
              value={text}
              maxLength={2000}
              onChange={(event) => changeValue(event.target.value)}
            />
          )}
        </Field>
      )}
    </div>
  )
}
