/** Stateless smooth weighted round robin: each candidate is chosen as often as its weight, spread over the round. Undefined without candidates. */
export function chooseInTurn<Choice extends { readonly weight: number }>(
  choices: readonly Choice[],
  turn: number,
): Choice | undefined {
  // A candidate's positions are the middles of equal parts of the round, which spreads heavy ones out.
  const round = choices
    .flatMap((choice) =>
      Array.from({ length: choice.weight }, (_, at) => ({ choice, place: (at + 0.5) / choice.weight })),
    )
    .toSorted((one, other) => one.place - other.place);
  return round[turn % round.length]?.choice;
}
