// The list that a select's button opens.
import { Select } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import type { OpenedChoice } from './options.ts'

export function ChoicePopup({
  id,
  isOpen,
  button,
  options,
  value,
  onChoose,
  onClose,
}: OpenedChoice) {
  return (
    <Select.Root
      open={isOpen}
      items={options}
      value={value}
      onValueChange={(next) => onChoose(options.findIndex((option) => option.value === next))}
      onOpenChange={(open) => !open && onClose()}
    >
      <Select.Portal>
        <Select.Positioner
          anchor={button}
          className="z-50 outline-none"
          align="start"
          sideOffset={4}
          alignItemWithTrigger={false}
          collisionPadding={8}
        >
          <Select.Popup
            finalFocus={button}
            className="max-h-[min(360px,var(--available-height))] max-w-[min(360px,calc(100vw-16px))] min-w-[max(var(--anchor-width),180px)] overflow-y-auto rounded-panel bg-raised p-1 text-body shadow-float outline-none"
          >
            <Select.List id={id}>
              {options.map((option) => (
                <Select.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 outline-none data-highlighted:bg-brand-tint data-highlighted:text-brand-text max-md:min-h-11"
                >
                  <Select.ItemText className="min-w-0 flex-1">{option.label}</Select.ItemText>
                  <Select.ItemIndicator>
                    <Check size={16} />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
