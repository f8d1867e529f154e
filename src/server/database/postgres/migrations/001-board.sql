insert into "meta" values
  -- This part of the epoch changes only when the content is replaced.
  ('epoch', substr(replace(gen_random_uuid()::text, '-', ''), 1, 16));

-- The last numbers of changes to thoughts and to people. Taking the next one locks the row until the commit,
-- so numbers are in commit order, and none is missing when a later one is seen.
create table "log-end" ("last" bigint not null, "lastPerson" bigint not null);

insert into "log-end" values (0, 0);

-- Every change to a thought, written by triggers, so that even SQL typed by hand can't leave it out.
create table "changes" (
  "position" bigint not null primary key,
  "textID" text collate "C" not null
);

-- The timeline is part of the epoch: a promoted standby may lack the last changes, and reuses their
-- numbers. The name of a log file begins with the timeline, and any role may read that name.
create view "log-head" as select
  (select "value" from "meta" where "key" = 'epoch')
    || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as "epoch",
  (select "last" from "log-end") as "last",
  (select min("position") from "changes") as "first";

-- Numbers all changes of a statement together.
create function "log changes"() returns trigger language plpgsql as $$
declare
  added bigint := (select count(*) from "changed");
  number bigint;
begin
  update "log-end" set "last" = "last" + added returning "last" into number;
  insert into "changes" select number - added + row_number() over (), "textID" from "changed";
  if tg_op = 'DELETE' then
    insert into "tombstones" ("textID", "uID") select "textID", "uID" from "changed"
      on conflict do nothing;
  end if;
  -- Readers that missed more than 2,000 changes read their lists again.
  if number / 500 > (number - added) / 500 then
    delete from "changes" where "position" <= number - 2000;
  end if;
  return null;
end $$;

create trigger "thoughts-added" after insert on "Thoughts-Data"
  referencing new table as "changed" for each statement execute function "log changes"();

create trigger "thoughts-edited" after update on "Thoughts-Data"
  referencing new table as "changed" for each statement execute function "log changes"();

create trigger "thoughts-deleted" after delete on "Thoughts-Data"
  referencing old table as "changed" for each statement execute function "log changes"();

create function "log people"() returns trigger language plpgsql as $$
declare
  added bigint := (select count(*) from "changed");
  newest bigint;
begin
  update "log-end" set "lastPerson" = "lastPerson" + added returning "lastPerson" into newest;
  insert into "people-changes" select newest - added + row_number() over (), "uid" from "changed";
  delete from "people-changes" where "number" <= newest - 2000;
  return null;
end $$;

create trigger "session-ended" after delete on "sessions"
  referencing old table as "changed" for each statement execute function "log people"();

create trigger "person-changed" after update on "users"
  referencing old table as "changed" for each statement execute function "log people"();
