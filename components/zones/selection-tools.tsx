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
import { Button } from '#components/ui/button.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { type Alignment, align, distribute, sameSize } from '#components/zones/arrange.ts'
import type { Editor } from '#components/zones/editor-state.ts'
import type { DraftZone } from '#components/zones/zone-model.ts'

const alignTools: { alignment: Alignment; label: string; Icon: LucideIcon }[] = [
  { alignment: 'left', label: 'Align left', Icon: AlignStartVertical },
  { alignment: 'centre', label: 'Align centre', Icon: AlignCenterVertical },
  { alignment: 'right', label: 'Align right', Icon: AlignEndVertical },
  { alignment: 'top', label: 'Align top', Icon: AlignStartHorizontal },
  { alignment: 'middle', label: 'Align middle', Icon: AlignCenterHorizontal },
  { alignment: 'bottom', label: 'Align bottom', Icon: AlignEndHorizontal },
]

/** Aligns, distributes and sizes the selected zones. */
export function SelectionTools({ editor }: { editor: Editor }) {
  const { selectedZones: zones } = editor
  const arrange = (label: string, arranged: DraftZone[]) => {
    editor.changeAll(arranged.map(({ key, x, y, width, height }) => ({ key, x, y, width, height })))
    editor.say(`${label}: ${zones.length} fields`)
  }
  return (
    <div role="toolbar" aria-label="Arrange the selected fields" className="flex flex-wrap gap-1">
      {alignTools.map(({ alignment, label, Icon }) => (
        <Tool
          key={alignment}
          label={label}
          Icon={Icon}
          onClick={() => arrange(label, align(zones, alignment))}
        />
      ))}
      <Tool
        label="Distribute across"
        Icon={AlignHorizontalSpaceBetween}
        disabled={zones.length < 3}
        onClick={() => arrange('Distributed', distribute(zones, 'across'))}
      />
      <Tool
        label="Distribute down"
        Icon={AlignVerticalSpaceBetween}
        disabled={zones.length < 3}
        onClick={() => arrange('Distributed', distribute(zones, 'down'))}
      />
      <Tool
        label="Same size"
        Icon={Scaling}
        onClick={() => arrange('Same size', sameSize(zones, editor.storedSizeOf))}
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
