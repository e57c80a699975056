/** The user's name, or a note that the account is deleted. */
export function AccountName({ name, email }: { readonly name: string | null; readonly email: string | null }) {
  if (email === null) return <span className="text-soft">Deleted account</span>;
  return (
    <>
      <bdi className="font-medium">{name}</bdi> <bdi className="text-soft">{email}</bdi>
    </>
  );
}
