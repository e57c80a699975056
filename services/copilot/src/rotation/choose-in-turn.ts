/**
 * Smooth weighted round robin without a memory: the one whose turn it is, each as often as its weight says within a round and spread over
 * it. Undefined where there is none.
 */
export function chooseInTurn<Choice extends { readonly weight: number }>(
  choices: readonly Choice[],
  turn: number,
): Choice | undefined {
  // Each has its places in the middle of equal parts of the round, so that heavy ones come again and again instead of in a row.
  const round = choices
    .flatMap((choice) =>
      Array.from({ length: choice.weight }, (_, at) => ({ choice, place: (at + 0.5) / choice.weight })),
    )
    .toSorted((one, other) => one.place - other.place);
  return round[turn % round.length]?.choice;
}
