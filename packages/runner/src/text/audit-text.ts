// Promises beside what their rules check, as text for people.
import type { AuditedItem } from '@kernel-ladder/curriculum';

/** Each item's promise, what its rule checks and what makes the rule weak; then how many are flagged. */
export function auditText(items: readonly AuditedItem[]): string {
  const flagged = items.filter(({ flags }) => flags.length > 0).length;
  return `${items.map(itemText).join('\n')}\n${items.length} items, ${flagged} flagged\n`;
}

function itemText({ id, title, state, heldBackBy, needs, ...item }: AuditedItem): string {
  const held = heldBackBy ? `, held back by ${heldBackBy.join(', ')}` : '';
  const lines = [
    `${id}: ${title} (${state}${held})`,
    ...labelled('asks', [item.ask]),
    ...labelled('promise', [item.promise]),
    ...labelled('needs', [needs.join(', ')]),
    ...labelled('checks', item.checks),
    ...labelled('flags', item.flags),
  ];
  return `${lines.join('\n')}\n`;
}

function labelled(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(7)}  ${line}`);
}
