'use client'

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceBetween,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceBetween,
  type LucideIcon,
  Scaling,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { type Alignment, align, distribute, getAxis, sameSize } from '#components/zones/model/arrange.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { separate } from '#components/zones/model/placement.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'

const alignTools: { alignment: Alignment; Icon: LucideIcon }[] = [
  { alignment: 'left', Icon: AlignStartVertical },
  { alignment: 'centre', Icon: AlignCenterVertical },
  { alignment: 'right', Icon: AlignEndVertical },
  { alignment: 'top', Icon: AlignStartHorizontal },
  { alignment: 'middle', Icon: AlignCenterHorizontal },
  { alignment: 'bottom', Icon: AlignEndHorizontal },
]

/** Aligns, distributes and sizes the selected zones. */
export function SelectionTools({ editor }: { editor: Editor }) {
  const t = useTranslations('zones')
  const { selectedZones: zones } = editor
  const apply = (action: string, arranged: DraftZone[], axis?: 'x' | 'y') => {
    const placed = separate(arranged, editor.zones, editor.getPageSize, axis)
    editor.changeAll(placed.map(({ key, x, y, width, height }) => ({ key, x, y, width, height })))
    editor.say(t('announce.arranged', { action, count: zones.length }))
  }
  return (
    <div role="toolbar" aria-label={t('arrange.label')} className="flex flex-wrap gap-1">
      {alignTools.map(({ alignment, Icon }) => (
        <Tool
          key={alignment}
          label={t(`arrange.${alignment}`)}
          Icon={Icon}
          onClick={() => apply(t(`arrange.${alignment}`), align(zones, alignment), getAxis(alignment))}
        />
      ))}
      <Tool
        label={t('arrange.across')}
        Icon={AlignHorizontalSpaceBetween}
        disabled={zones.length < 3}
        onClick={() => apply(t('arrange.distributed'), distribute(zones, 'across'))}
      />
      <Tool
        label={t('arrange.down')}
        Icon={AlignVerticalSpaceBetween}
        disabled={zones.length < 3}
        onClick={() => apply(t('arrange.distributed'), distribute(zones, 'down'))}
      />
      <Tool
        label={t('arrange.sameSize')}
        Icon={Scaling}
        onClick={() => apply(t('arrange.sameSize'), sameSize(zones, editor.getPageSize))}
      />
    </div>
  )
}

interface ToolProps {
  label: string
  Icon: LucideIcon
  disabled?: boolean
  onClick: () => void
}

function Tool({ label, Icon, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <Button size="icon" aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon className="size-4" aria-hidden="true" />
      </Button>
    </Tooltip>
  )
}
