-- Codes compare in their composed form, which is how they are kept from now on. Those that would come to be another's stay as they are.
update deals d
   set promo_code = normalize(d.promo_code)
 where d.promo_code is not normalized
   and not exists (
       select 1 from deals o
        where o.owner_id = d.owner_id and o.id <> d.id and lower(normalize(o.promo_code)) = lower(normalize(d.promo_code)));
